type Filled<T> = { readonly [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : K extends 'query' ? K : never }[keyof T]
type Loose<T> = Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>

/** The bytes of an upload are a file here. */
type Sent<T> = { readonly [K in keyof T]: T[K] extends AsyncIterable<Uint8Array> ? Blob : T[K] }

/** The parts of the input of an operation that a call passes: those that it has, `query` always optional. */
export type CallInput<T> = Loose<Filled<Sent<T>>>
