import type { ImportFile, ReportLine } from '../imported.ts'

export interface SourceRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A longer answer is cut. */
  readonly maxResponseBytes: number
  readonly signal: AbortSignal
}

export interface SourceReply {
  readonly status: number
  /** Names in lowercase. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** False for an answer that was cut. */
  readonly isWhole: boolean
}

/** Sends one request and follows no redirect. Never throws: `problem` says why there is no answer. */
export type SendToSource = (request: SourceRequest) => Promise<SourceReply | { readonly problem: string }>

/** The answers of an API, as the files that a person could have saved. */
export interface FilesOfApi {
  readonly files: readonly ImportFile[]
  /** Of what the API refused to tell. */
  readonly report: readonly ReportLine[]
}

export interface ApiCall {
  readonly query?: Readonly<Record<string, string | number>>
  /** Sent as a form, by POST. */
  readonly form?: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks an API within limits. Its methods throw SourceProblem. */
export interface ApiReader {
  /** The JSON of an answer; the path is below the address of the API. */
  json(path: string, call?: ApiCall): Promise<unknown>
  /** The same, or null and a line of the report for what the key may not read, or the account does not have. */
  optional(what: string, read: () => Promise<unknown>): Promise<unknown>
  /** One answer for each, a few at a time, in the order of the list. */
  each<Item>(items: readonly Item[], read: (item: Item) => Promise<unknown>): Promise<readonly unknown[]>
  /** Reads page after page, until one has no next one. */
  pages<Place>(first: Place, read: (place: Place) => Promise<Place | null>): Promise<void>
}

/** How a tool is read with a key. */
export interface SourceApi {
  /** Unless another one is named; without a trailing slash. */
  readonly address: string
  /** Domains of the tool: the service sends keys nowhere else. Null for a tool that people run themselves. */
  readonly domains: readonly string[] | null
  /** Which key it takes and where it is found, as a sentence. */
  readonly key: string
  /** It has the states of checks alone: it is read besides files, and without a key unless it asks for one. */
  readonly isForStates?: true
  /** The key is empty where none is given. */
  readonly read: (api: ApiReader, key: string) => Promise<readonly ImportFile[]>
}
