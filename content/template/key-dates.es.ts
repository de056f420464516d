// key-dates.ts in Spanish.
import { atClockTimeInSpanish } from '../shared/formats.ts';
import { facts } from './facts.ts';

export const datesInSpanish = [
  ...(facts.exclusionDeadline === facts.objectionDeadline
    ? [{ date: facts.exclusionDeadline, title: 'Último día para excluirse u objetar' }]
    : [
        { date: facts.exclusionDeadline, title: 'Último día para excluirse' },
        { date: facts.objectionDeadline, title: 'Último día para objetar' },
      ]),
  {
    date: facts.deadline,
    title: 'Último día para presentar un reclamo',
    before: 'Por internet, o por correo con matasellos de ese día o antes.',
  },
  {
    date: facts.hearing.date,
    title: `Audiencia de aprobación final, ${atClockTimeInSpanish(facts.hearing.time)}`,
    before: 'El tribunal puede cambiar esta fecha. Consulte esta página antes de ir.',
    after: 'La audiencia ya pasó.',
  },
].toSorted((one, other) => one.date.localeCompare(other.date));
