// data-incident.v1.ts in Spanish.
import { translateForm } from '@redress/forms/translate-form';
import { dollarsAndCents, longDate } from '../../shared/formats.ts';
import { lengthInSpanish, messagesInSpanish } from '../../shared/forms/messages.es.ts';
import { peopleAffectedInSpanish } from '../class-definition.es.ts';
import { facts } from '../facts.ts';
import {
  certificationInSpanish,
  claimantInSpanish,
  classMemberInSpanish,
  notIncludedInSpanish,
} from './shared-sections.es.ts';
import { dataIncidentV1 } from './data-incident.v1.ts';

const { losses, period } = facts;
const from = longDate(period.from, 'es');
const to = longDate(period.to, 'es');

export const dataIncidentV1Es = translateForm(
  dataIncidentV1,
  'es',
  {
    title: 'Formulario de reclamo por el incidente de datos',
    sections: [
      claimantInSpanish,
      {
        title: 'Quién puede reclamar',
        items: { classMemberConfirmation: classMemberInSpanish },
        prose: [[peopleAffectedInSpanish, ...notIncludedInSpanish]],
      },
      {
        title: 'Pérdidas y tiempo perdido',
        items: {
          claimedFor: {
            label: '¿Qué reclama?',
            options: {
              'Money that I lost': 'Dinero que perdí',
              'Time that I spent': 'Tiempo que perdí',
              Both: 'Las dos cosas',
            },
          },
          losses: {
            label: 'Sus pérdidas',
            rowLabel: 'Pérdida',
            tooMany: 'Un formulario admite hasta 30 pérdidas. Sume las pequeñas en una sola fila.',
            total: 'Total de sus pérdidas',
            cells: {
              loss: { label: 'Qué perdió o qué pagó' },
              lossDate: { label: 'Fecha' },
              lossAmount: { label: 'Cantidad ($)' },
            },
          },
          hoursLost: { label: 'Horas que perdió', hint: 'Por ejemplo: 3 o 2.5' },
          timeSpentOn: {
            label: 'Qué hizo en ese tiempo',
            hint: 'En pocas palabras. Por ejemplo: llamé a mi banco, cambié contraseñas.',
          },
        },
        prose: [
          [
            { heading: 'Dinero que perdió' },
            `Puede reclamar hasta ${dollarsAndCents(losses.atMost)} que perdió por el incidente, del ${from} al ${to}. Por ejemplo: cargos que su banco no le devolvió, el costo de congelar su crédito o sellos de correo. Escriba cada pérdida en una fila.`,
          ],
          [
            { heading: 'Tiempo que perdió' },
            `Puede reclamar hasta ${losses.hours} horas que perdió por el incidente, a ${dollarsAndCents(losses.dollarsPerHour)} por hora. Por ejemplo: el tiempo para llamar a su banco o cambiar contraseñas.`,
          ],
        ],
      },
      {
        title: 'Sus documentos',
        items: {
          files: {
            label: 'Sus documentos',
            due: ['Hay que enviar documentos porque reclama pérdidas.'],
          },
        },
        prose: [
          [
            'Por cada pérdida, agregue un documento que la muestre, como un recibo, una factura o un estado de cuenta. Puede tachar lo que no tenga que ver con la pérdida. Para el tiempo perdido no hacen falta documentos. También puede presentar el reclamo ahora y enviarnos copias por correo.',
          ],
        ],
      },
      certificationInSpanish,
    ],
  },
  {
    ...messagesInSpanish,
    ...lengthInSpanish(2, 100),
    ...lengthInSpanish(2, 200),
    [`Enter a day from ${longDate(period.from)} on`]: `Escriba el ${from} o una fecha posterior`,
    [`Enter a day up to ${longDate(period.to)}`]: `Escriba el ${to} o una fecha anterior`,
    'Enter an amount of 1 dollar or more': 'Escriba una cantidad de 1 dólar o más',
    [`You can claim up to ${dollarsAndCents(losses.atMost)}. Please lower your amounts.`]: `Puede reclamar hasta ${dollarsAndCents(losses.atMost)}. Reduzca las cantidades.`,
    'Enter a quarter of an hour (0.25) or more': 'Escriba un cuarto de hora (0.25) o más',
    [`Enter ${losses.hours} hours or less`]: `Escriba ${losses.hours} horas o menos`,
  },
);
