import type { Answers, Observation, WireCheckType, WireSourceName, checkTypes } from '#contract'
import { httpJsonDocument, knownDocument } from './json-document.ts'
import type { JsonDocument } from './json-document.ts'

/** A measured number, or why there is none. */
export type Measurement = { readonly value: number } | { readonly missing: string }

/** What each assertion source looks at. */
export interface SourceEvidence {
  readonly STATUS_CODE: Measurement
  readonly RESPONSE_TIME: Measurement
  readonly JSON_BODY: JsonDocument
  /** Names in lower case. */
  readonly HEADERS: Readonly<Record<string, string | readonly string[]>>
  readonly TEXT_BODY: string
  readonly RESPONSE_DATA: string
  readonly RESPONSE_CODE: string
  readonly TEXT_ANSWER: string
  readonly JSON_ANSWER: JsonDocument
  readonly LATENCY: Readonly<Record<string, Measurement>>
  readonly JSON_RESPONSE: JsonDocument
}

export type Evidence = { readonly [S in WireSourceName]?: SourceEvidence[S] }
type EvidenceOf<T extends WireCheckType> = Pick<SourceEvidence, (typeof checkTypes)[T]['sources'][number]>

const httpEvidence = (answer: Answers['API'], observation: Observation): EvidenceOf<'API'> => ({
  STATUS_CODE: { value: answer.status },
  RESPONSE_TIME: { value: observation.responseTimeMs },
  JSON_BODY: httpJsonDocument(answer),
  HEADERS: answer.headers,
  TEXT_BODY: answer.body,
})

function icmpEvidence({ json }: Answers['ICMP']): EvidenceOf<'ICMP'> {
  const latency = Object.entries(json.latency).map(([statistic, value]): [string, Measurement] => [
    statistic,
    json.packetsReceived > 0 ? { value } : { missing: 'No echo reply arrived, so there is no latency.' },
  ])
  return { LATENCY: Object.fromEntries(latency), JSON_RESPONSE: knownDocument(json) }
}

/** Per check type: what its assertion sources look at. A source without evidence does not compile. */
export const evidenceOfAnswer: {
  readonly [T in WireCheckType]: (answer: Answers[T], observation: Observation<T>) => EvidenceOf<T>
} = {
  TCP: (answer, observation) => ({
    RESPONSE_TIME: { value: observation.responseTimeMs },
    RESPONSE_DATA: answer.data,
    TEXT_BODY: answer.data,
  }),
  DNS: (answer, observation) => ({
    RESPONSE_TIME: { value: observation.responseTimeMs },
    RESPONSE_CODE: answer.responseCode,
    TEXT_ANSWER: answer.text,
    JSON_ANSWER: knownDocument(answer.json),
  }),
  URL: (answer) => ({ STATUS_CODE: { value: answer.status } }),
  API: httpEvidence,
  ICMP: icmpEvidence,
}

/** What assertions look at after a connection failure that `shouldFail` expected: no data and no response time. */
export const evidenceOfExpectedFailure: EvidenceOf<'TCP'> = {
  RESPONSE_TIME: { missing: 'There was no connection, so there is no response time.' },
  RESPONSE_DATA: '',
  TEXT_BODY: '',
}
