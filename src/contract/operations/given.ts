/** A stored resource in the names of its bodies, secrets in clear. */
export type Stored = Readonly<Record<string, unknown>>

/** A body that is known only beside the resource it changes. May throw what is wrong with it. */
export interface Completion<B> {
  readonly complete: (stored: Stored) => B
}

/** The body of an update: fields that are absent keep their value, and objects in it are whole. */
export type Given<B> = B | Completion<B>

/** The body of an update of a resource. */
export const givenBody = <B extends object>(given: Given<B>, stored: Stored): B =>
  isCompletion(given) ? given.complete(stored) : given

/** JSON holds no functions. */
const isCompletion = <B extends object>(given: Given<B>): given is Completion<B> =>
  'complete' in given && typeof given.complete === 'function'
