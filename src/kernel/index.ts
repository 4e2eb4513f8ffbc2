// The few tools every room shares, each a concept of its own: time, refusals, ids, waiting, redaction, logging, sealing.
// Nothing comes in but plain values. Out go plain values and small interfaces.
export * from './backoff.ts'
export * from './clock.ts'
export * from './fault.ts'
export * from './find-text.ts'
export * from './id.ts'
export * from './log.ts'
export * from './redact.ts'
export * from './seal.ts'
