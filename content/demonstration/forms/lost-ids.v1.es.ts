import { translateForm } from '@redress/forms/translate-form';
import { cityInSpanish, stateInSpanish, streetInSpanish } from '../../shared/forms/fields.es.ts';
import { zipInSpanish } from './fields.es.ts';
import { lostIdsV1 } from './lost-ids.v1.ts';
import { messagesInSpanish } from './messages.es.ts';

/** `lostIdsV1` in Spanish. */
export const lostIdsV1Es = translateForm(
  lostIdsV1,
  'es',
  {
    title: 'Pida su Notice ID y su Unique ID',
    sections: [
      {
        title: 'Quién es usted',
        items: {
          name1: { label: 'Nombre y apellido' },
          street1: { ...streetInSpanish, hint: 'La dirección donde recibe su correo ahora.' },
          city: cityInSpanish,
          state: stateInSpanish,
          zip: zipInSpanish,
        },
      },
      {
        title: 'Cómo comunicarnos con usted',
        items: {
          phone1: { label: 'Teléfono', hint: '10 dígitos.' },
          email: { label: 'Correo electrónico' },
        },
        prose: [['Dé un teléfono o un correo electrónico. También puede dar los dos.']],
      },
    ],
  },
  messagesInSpanish,
);
