/** The day as of which a page is rendered. */
export interface When {
    /** The day has ended, as for a deadline. */
    isAfter(day: string): boolean;
    /** The day has begun, as for an event. */
    isFrom(day: string): boolean;
}
/** Text that may change with the date. */
export type Dated<T> = T | ((when: When) => T);
/** Compares dates with a day of the court. Throws for a change that `changesOn` does not list. */
export declare function whenOn(today: string, changesOn: readonly string[]): When;
export declare function valueOn<T extends string | readonly object[]>(dated: Dated<T> | undefined, when: When): T | undefined;
