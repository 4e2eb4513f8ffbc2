// Removes secrets: known values from what runs brought, however they are escaped; what looks like a credential, by its
// name or form, from what is logged, audited, analysed or exported; all but known words from crash reports. Takes texts
// and objects. Returns the same without secrets.
export * from './crash-text.ts'
export * from './create-log.ts'
export * from './redact.ts'
export * from './redact-fields.ts'
export * from './redact-text.ts'
export * from './secret-names.ts'
