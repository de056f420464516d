import { translateForm } from '@redress/forms/translate-form';
import { loginV1 } from './login.v1.ts';
import { messagesInSpanish } from './messages.es.ts';

/** `loginV1` in Spanish. The names of the IDs stay in English, as printed on the notice. */
export const loginV1Es = translateForm(
  loginV1,
  'es',
  {
    title: 'Inicie sesión con los números de su aviso',
    sections: [
      {
        title: 'Los dos números de su aviso',
        items: {
          noticeId: { label: 'Notice ID (número del aviso)', hint: '9 dígitos' },
          uniqueId: { label: 'Unique ID (número único)', hint: '8 letras o dígitos' },
        },
      },
    ],
  },
  messagesInSpanish,
);
