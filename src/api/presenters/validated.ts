/** The same shape with strings in place of closed lists of strings, and numbers likewise. */
export type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends readonly (infer I)[]
      ? readonly Widened<I>[]
      : T extends object
        ? { readonly [K in keyof T]: Widened<T[K]> }
        : T

/**
 * The cast is safe for resources made of stored values: schemas with the same enums validated them when they were
 * written.
 */
export const validated = <T>(resource: Widened<T>): T => resource as T
