/** Never what an object inherits: a key may be called `constructor`. (`Object.hasOwn` is missing in browsers of 2020.) */
export function ownValue(raw: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.prototype.hasOwnProperty.call(raw, name) ? raw[name] : undefined;
}
