import type { InventedUpload, Printout } from '@redress/contract/demonstration';
import type { Language } from '@redress/contract/language';
import { facts } from '../facts.ts';
import { dollarsAndCents, numericDate } from '../../shared/formats.ts';
import { addDays } from '@redress/forms/court-day';
import type { Address } from './invent-people.ts';
import { pharmacies } from './names.ts';
import type { Random } from './random.ts';

/** The pictures are in `photos/`. */
const photos = ['receipt-1.jpg', 'receipt-2.jpg', 'receipt-3.jpg', 'receipt-4.jpg', 'statement.png'] as const;

const messages = {
  en: {
    titles: ['Prescription history', 'Patient expense report', 'Pharmacy statement'],
    header: ['Filled on', 'Prescription', 'Drug', 'Days', 'You paid'],
    drug: 'Brand drug, ER capsules',
    note: 'Invented for a demonstration. No pharmacy and no patient of these names exists.',
    files: ['pharmacy printout.pdf', 'Prescription history.pdf', 'Scan_0001.pdf', 'receipts 2008-2011.pdf'],
  },
  es: {
    titles: ['Historial de recetas', 'Informe de gastos del paciente'],
    header: ['Surtida el', 'Receta', 'Medicamento', 'Días', 'Usted pagó'],
    drug: 'Medicamento de marca, cápsulas ER',
    note: 'Inventado para una demostración. No existen ni la farmacia ni el paciente.',
    files: ['historial de la farmacia.pdf', 'Recibos.pdf', 'Escaneo 1.pdf'],
  },
} as const satisfies Record<Language, unknown>;

type Patient = Address & { readonly name: string; readonly language: Language };

/** Invents a claimant's documents: photos of receipts, and pharmacies' printouts. */
export function inventUploads(random: Random, patient: Patient, count: number): InventedUpload[] {
  let seconds = 0;
  const firstPhoto = random.integer(1_000, 9_000);
  const label = `Invented ${Math.floor(random.next() * 1e12)}`;
  return Array.from({ length: count }, (_, index): InventedUpload => {
    // Some people return days later.
    seconds += index > 0 && random.chance(0.04) ? random.integer(86_400, 400_000) : random.integer(2, 25);
    if (random.chance(0.5)) {
      const photo = random.pick(photos);
      const name = photo.endsWith('.png') ? `Screenshot ${index + 1}.png` : `IMG_${firstPhoto + index}.jpg`;
      return { name, seconds, file: { kind: 'photo', photo, label } };
    }
    const name = random.pick(messages[patient.language].files);
    return {
      name: index === 0 ? name : name.replace('.pdf', ` ${index + 1}.pdf`),
      seconds,
      file: { kind: 'printout', ...inventPrintout(random, patient) },
    };
  });
}

/** The fills of the class period, which take two or three pages. */
function inventPrintout(random: Random, { name, street, city, state, zip, language }: Patient): Printout {
  const { titles, header, drug, note } = messages[language];
  const { from, to } = facts.brandDrug.classPeriod;
  const strength = random.pick(facts.brandDrug.strengthsInMilligrams);
  const price = random.logNormal(32, 0.5);
  const rows: string[][] = [];
  let serial = random.integer(100_000, 900_000);
  for (let day = addDays(from, random.integer(0, 200)); day <= to; day = addDays(day, random.integer(28, 36))) {
    if (random.chance(0.15)) continue;
    serial += random.integer(40, 4_000);
    const paid = Math.round(price * (0.9 + 0.2 * random.next()) * 100) / 100;
    rows.push([numericDate(day), `RX ${serial}`, `${drug}, ${strength} mg`, '30', dollarsAndCents(paid)]);
  }
  const title = random.pick(titles);
  const sender = [random.pick(pharmacies), `${random.integer(1, 99)} Specimen Square`, `${city}, ${state}`];
  const recipient = [name, street, `${city}, ${state} ${zip}`];
  const table = [header, ...rows].map(formatRow);
  const lines = [sender, [title.toUpperCase()], recipient, table, [note]].flatMap((part) => [...part, '']);
  return { title, lines };
}

const widths = [12, 12, 36, 6, 12];

const formatRow = (cells: readonly string[]) => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('');
