/** Names that every line has itself are not among them: it would have them twice. */
type LogFields = Readonly<Record<string, unknown>> & { readonly [name in 'level' | 'time' | 'msg']?: never }

/** Messages are constant; variable parts are fields. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  child(fields: LogFields): Log
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
}
