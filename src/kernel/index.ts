// The few tools every room shares, each a concept of its own: time, refusals, ids, waiting, redaction, logging, sealing.
// Nothing comes in but plain values. Out go plain values and small interfaces.
export * from './backoff.ts'
export * from './clock.ts'
export * from './decode-text.ts'
export * from './durations.ts'
export * from './entitled.ts'
export * from './fault.ts'
export * from './find-text.ts'
export * from './id.ts'
export * from './instant.ts'
export * from './log.ts'
export * from './redact.ts'
export * from './seal.ts'
