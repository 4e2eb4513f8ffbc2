import type { WireCheckType, WireSourceName, checkTypes } from '#contract'
import type { CaselessText } from './caseless-text.ts'
import type { JsonDocument } from './json-document.ts'

/** A measured number, or why there is none. */
export type Measurement = { readonly value: number } | { readonly missing: string }

/** Values by the name of a property; null where there is none. */
export type PropertyEvidence = Readonly<Record<string, string | number | boolean | readonly string[] | null>>
/** Measurements by the property that names them. */
export type Statistics = { readonly of: Readonly<Record<string, Measurement>> }

/** The evidence for each assertion source. */
export interface SourceEvidence {
  readonly STATUS_CODE: Measurement
  /** By statistic for types whose response time has several; the empty name is the default. */
  readonly RESPONSE_TIME: Measurement | Statistics
  readonly JSON_BODY: JsonDocument
  /** Names in lowercase. */
  readonly HEADERS: Readonly<Record<string, string | readonly string[]>>
  readonly TEXT_BODY: string
  readonly RESPONSE_DATA: string
  readonly RESPONSE_CODE: string
  readonly TEXT_ANSWER: CaselessText
  readonly JSON_ANSWER: JsonDocument
  readonly LATENCY: Readonly<Record<string, Measurement>>
  readonly JSON_RESPONSE: JsonDocument
  readonly GRPC_STATUS_CODE: Measurement
  readonly GRPC_HEALTHCHECK_STATUS: Measurement
  readonly GRPC_RESPONSE: JsonDocument
  /** Names in lowercase. */
  readonly GRPC_METADATA: Readonly<Record<string, readonly string[]>>
  readonly TEXT_RESPONSE: string
  readonly CERTIFICATE: PropertyEvidence
  readonly CONNECTION: PropertyEvidence
  readonly HOP_COUNT: Measurement
  readonly PACKET_LOSS: Measurement
}

export type Evidence = { readonly [S in WireSourceName]?: SourceEvidence[S] }
/** The evidence for assertions of one check type. */
export type EvidenceOf<T extends WireCheckType> = Pick<SourceEvidence, (typeof checkTypes)[T]['sources'][number]>
