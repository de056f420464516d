/** The balances of an hledger journal in cents, by account, and the number of its transactions. */
export interface Journal {
  readonly balances: ReadonlyMap<string, bigint>;
  readonly transactions: number;
}

/**
 * Reads a journal by the text of hledger's manual alone: a transaction begins with its date, and an
 * indented account is followed by two spaces and an amount. Throws at any other line, and when a
 * transaction does not sum to zero.
 */
export function readJournal(text: string): Journal {
  const balances = new Map<string, bigint>();
  const declared = new Set<string>();
  let transactions = 0;
  for (const block of text.split('\n\n')) {
    let sum = 0n;
    for (const line of block.trimEnd().split('\n')) {
      const posting = /^ {4}(\S+(?: \S+)*) {2}\$(-?)(\d+)\.(\d\d)$/.exec(line);
      if (posting) {
        const [, account = '', sign = '', dollars = '', cents = ''] = posting;
        if (!declared.has(account)) throw new Error(`${account} is not declared`);
        const amount = BigInt(`${sign}${dollars}${cents}`);
        balances.set(account, (balances.get(account) ?? 0n) + amount);
        sum += amount;
      } else if (/^\d{4}-\d\d-\d\d [^;|]+$/.test(line)) transactions += 1;
      else if (line.startsWith('account ')) declared.add(line.slice('account '.length));
      else if (!/^( {4})?; /.test(line) && line !== 'commodity $1000.00')
        throw new Error(`Not a journal's line: ${line}`);
    }
    if (sum !== 0n) throw new Error(`A transaction sums to ${sum}: ${block}`);
  }
  return { balances, transactions };
}
