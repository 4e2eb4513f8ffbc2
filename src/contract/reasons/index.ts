// Why runs and deliveries fail, as facts: one table of sentences by code, from which the service writes them and from which
// the interface reads code and values again.
export { isNumeric, kindOfPlace } from './reason-places.ts'
export { phrases } from './phrases.ts'
export type { PhraseCode } from './phrases.ts'
export { readReason } from './read-reason.ts'
export type { Reason, Said } from './read-reason.ts'
export { reasons } from './reasons.ts'
export type { ReasonCode, SentenceCode } from './reasons.ts'
export { fillPlaces, writeReason } from './write-reason.ts'
export type { ReasonParams } from './write-reason.ts'
