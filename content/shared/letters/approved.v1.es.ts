import type { LetterTemplate } from '@redress/contract/letters';

export const approvedV1Es: LetterTemplate = {
  version: 1,
  subject: 'Aprobamos su reclamo {reference}',
  body: [
    'Estimado(a) {name}:',
    'Revisamos su reclamo en el {settlement} y lo aprobamos.',
    { heading: 'La cantidad que reconocemos' },
    'Reconocemos {amount} por su reclamo. Su pago puede ser menor, porque todos los reclamos aprobados comparten el dinero del acuerdo.',
    'Si no está de acuerdo con la cantidad, puede pedir otra revisión hasta el {due}: vaya a {statusPage} o escriba a {address}. Si enviamos esta carta después de su fecha, usted tiene más tiempo: véalo en esa página.',
    { heading: 'Qué sigue' },
    'Por ahora no tiene que hacer nada. Publicaremos las novedades sobre los pagos en nuestro sitio web.',
    'Avísenos si cambia su dirección o su correo electrónico: vaya a {statusPage} o llámenos gratis al {phone}.',
  ],
};
