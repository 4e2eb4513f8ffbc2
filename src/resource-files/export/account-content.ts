import type { InputArguments, OperationId, OperationResponse, Operations } from '#contract'
import type { SectionName } from '../kinds.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A resource as the API answers it. */
export type LiveResource = Fields & { readonly id: string | number }

/** The resources of an account by sections, checks with the files that their scripts import. */
export type AccountContent = Readonly<Record<SectionName, readonly LiveResource[]>> & {
  /** The code of snippets by their ids. */
  readonly snippets: ReadonlyMap<number, string>
}

/** Calls operations that read an account, as a client does. */
export interface AccountReader {
  call<K extends OperationId>(id: K, ...input: InputArguments<K>): Promise<OperationResponse<Operations[K]>>
}
