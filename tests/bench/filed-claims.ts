import pg from 'pg';

/** The columns of a row that PostgreSQL does not fill in, with their values as text. */
type Row = Readonly<Record<string, string | null>>;

/** The rows that the server wrote for one claim. */
export interface FiledClaim {
  readonly claim: Row;
  /** The first entry of its history. */
  readonly entry: Row;
}

/** Reads the oldest claims that the server filed, so that baselines can write the same rows. */
export async function readFiledClaims(connectionString: string, count: number): Promise<FiledClaim[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const read = async (text: string) => {
      const { rows } = await client.query<Row>({
        text,
        values: [count],
        // The values go back to PostgreSQL as they came.
        types: { getTypeParser: () => (value: string) => value },
      });
      return rows;
    };
    const claims = await read('select * from claims order by id limit $1');
    const entries = await read('select * from claim_history where position = 1 order by claim_id limit $1');
    return claims.map(
      ({ id, number: _number, duplicate_notice: _duplicate, idempotency_key: _key, ...claim }, index) => {
        const { id: _id, claim_id, ...entry } = entries[index] ?? {};
        if (claim_id !== id) throw new Error('A claim has no history');
        return { claim, entry };
      },
    );
  } finally {
    await client.end();
  }
}

/** Shares no divisor with the billion numbers, so each claim gets a different one. */
const stride = 618_033_989;
/** Scattered like the server's numbers: adjacent index entries would be cheaper. */
const nextNumber = `lpad((nextval('claim_number_blocks') * ${stride} % 1000000000)::text, 10, '0')`;

/**
 * An insert of a claim with the values of a filed one. The first parameter is the idempotency key,
 * the others follow the columns of the filed claim.
 */
export function insertOfClaim({ claim }: FiledClaim): string {
  const columns = Object.keys(claim);
  return `insert into claims (number, idempotency_key, ${columns.join(', ')})
    values (${nextNumber}, $1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})`;
}
