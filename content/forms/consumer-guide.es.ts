import { consumerV1 } from './consumer.v1.ts';

type Question = Extract<(typeof consumerV1.sections)[number]['items'][number], { readonly label: string }>;

/** What each question of the consumer form asks, for people who fill in the English form. A question that is missing does not compile. */
const meanings = {
  name1: 'Su nombre y apellido',
  name2: 'Nombre de su agente o representante legal, solo si alguien presenta el reclamo por usted (no es obligatorio)',
  street1: 'Dirección: número y calle',
  city: 'Ciudad',
  state: 'Estado donde vive ahora',
  zip: 'Código postal',
  phone1: 'Teléfono de 10 dígitos (no es obligatorio)',
  email: 'Correo electrónico (no es obligatorio)',
  classMemberConfirmation: 'Leí esta sección y soy miembro de la clase',
  repealerStateTotalAmountPaid: 'Total que usted pagó, en dólares: solo números, con punto para los centavos',
  totalNumOfPrescriptions: 'Número de recetas que surtió; cada resurtido cuenta',
  insuranceQuestion: '¿Pagó un seguro una parte de estas compras? “Yes” es sí; “No” es no',
  files: 'Sus documentos, si los tiene (no son obligatorios)',
  signature: 'Firma electrónica: escriba su nombre completo',
  googleRecaptchaToken: 'No soy un robot: marque la casilla',
} as const satisfies Readonly<Record<Question['name'], string>>;

const about = {
  A: 'quién es usted',
  B: 'si está incluido',
  C: 'sus compras',
  D: 'sus documentos',
  E: 'su firma',
} as const satisfies Readonly<Record<(typeof consumerV1.sections)[number]['letter'], string>>;

/** The questions of the consumer form in its order, section by section: its own words, and what they mean in Spanish. */
export const consumerFormGuide = consumerV1.sections.map(({ letter, items }) => ({
  letter,
  about: about[letter],
  questions: items.flatMap((item) => ('label' in item ? [{ asked: item.label, meaning: meanings[item.name] }] : [])),
}));
