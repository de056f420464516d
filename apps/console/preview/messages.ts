// The messages between the console and the frame of its previews. The frame shows files from
// strangers, so the console checks every message before it uses it.

/** A document's page, zoom and rotation. `zoom` 1 fits the width. */
export interface View {
  /** Counts from 1. */
  readonly page: number;
  readonly zoom: number;
  /** Counts clockwise. */
  readonly degrees: 0 | 90 | 180 | 270;
}

/** The scripts of pdf.js's two workers. An opaque origin can start workers only from their text. */
export interface WorkerScripts {
  readonly parser: string;
  readonly renderer: string;
}

/** Documents that are shown as a table or as text. */
export type TableType = 'txt' | 'csv' | 'xlsx';

export type MessageToFrame =
  | { readonly type: 'show-pdf'; readonly bytes: ArrayBuffer; readonly workers: WorkerScripts; readonly view: View }
  | { readonly type: 'show-picture'; readonly bytes: ArrayBuffer; readonly view: View }
  | {
      readonly type: 'show-table';
      readonly bytes: ArrayBuffer;
      readonly tableType: TableType;
      readonly worker: string;
      readonly view: View;
    }
  | { readonly type: 'view'; readonly view: View }
  /** The answer to `resource`; empty if there is none. */
  | { readonly type: 'resource'; readonly name: string; readonly bytes: ArrayBuffer };

/** `too-large` means a picture with more pixels than a browser should decode. */
const failures = ['damaged', 'password', 'too-large', 'failed'] as const;
export type Failure = (typeof failures)[number];

/** Keys that also work in the frame: they zoom, and go to another document. */
const frameKeys = ['+', '=', '-', '0', '[', ']'] as const;
export type FrameKey = (typeof frameKeys)[number];
export const findFrameKey = (key: unknown): FrameKey | undefined => frameKeys.find((each) => each === key);

export type MessageFromFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'loaded'; readonly pages: number }
  | { readonly type: 'shown'; readonly page: number }
  | { readonly type: 'failed'; readonly failure: Failure; readonly width: number; readonly height: number }
  | { readonly type: 'key'; readonly key: FrameKey }
  /** Asks for a font, a character map or a decoder of pdf.js. */
  | { readonly type: 'resource'; readonly name: string };

/** Returns a message of the frame if it is valid, without any unexpected properties. */
export function readMessage(data: unknown): MessageFromFrame | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  const number = (name: string) => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
  };
  switch (data.type) {
    case 'ready':
      return { type: 'ready' };
    case 'loaded':
      return { type: 'loaded', pages: number('pages') };
    case 'shown':
      return { type: 'shown', page: number('page') };
    case 'failed': {
      const failure = failures.find((each) => each === Reflect.get(data, 'failure')) ?? 'failed';
      return { type: 'failed', failure, width: number('width'), height: number('height') };
    }
    case 'key': {
      const key = findFrameKey(Reflect.get(data, 'key'));
      return key && { type: 'key', key };
    }
    case 'resource': {
      const name: unknown = Reflect.get(data, 'name');
      return typeof name === 'string' && /^[\w.-]{1,60}$/.test(name) ? { type: 'resource', name } : undefined;
    }
    default:
      return undefined;
  }
}
