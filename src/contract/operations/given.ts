/** A stored resource with the field names of its bodies, secrets in plaintext. */
export type Stored = Readonly<Record<string, unknown>>

/** A body that can be completed only with the resource it changes. May throw validation faults. */
export interface Completion<B> {
  readonly complete: (stored: Stored) => B
}

/** The body of an update: absent fields keep their value, and objects in it are complete. */
export type Given<B> = B | Completion<B>

/** The body of an update of a resource. */
export const givenBody = <B extends object>(given: Given<B>, stored: Stored): B =>
  isCompletion(given) ? given.complete(stored) : given

/** JSON holds no functions. */
const isCompletion = <B extends object>(given: Given<B>): given is Completion<B> =>
  'complete' in given && typeof given.complete === 'function'
