/**
 * Two hashes of 32 bits, which a text leaves: together they tell texts apart. They begin with constants, so that a file leaves the same
 * prints wherever it is checked. Who constructs two texts with one print fools nothing but the report about the own file.
 */
export type Print = Int32Array;

/** An array of two: functions cannot return two numbers otherwise. */
export function newPrint(): Print {
  return new Int32Array(2);
}

/** Takes the print of a text. `LineCells` takes the same of the cells of a line. */
export function printText(text: string, print: Print): void {
  const { length } = text;
  let lane1 = 0x3c6ef372;
  let lane2 = 0x2545f491;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    lane1 = Math.imul(lane1 ^ code, 0x9e3779b1);
    lane2 = Math.imul(lane2 ^ code, 0x5f356495);
  }
  print[0] = lane1;
  print[1] = lane2;
}

/** A row's print begins with these and takes in one cell after the other; their order counts. */
export const rowStart1 = 0x3c6ef372;
export const rowStart2 = 0x1f83d9ab;
export function addToLane1(lane: number, cell: number): number {
  const mixed = Math.imul(lane ^ cell ^ (cell >>> 15), 0x9e3779b1);
  return mixed ^ (mixed >>> 16);
}
export function addToLane2(lane: number, cell: number): number {
  const mixed = Math.imul(lane ^ cell ^ (cell >>> 13), 0x5f356495);
  return mixed ^ (mixed >>> 15);
}
