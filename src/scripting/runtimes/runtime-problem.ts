export const runtimeProblemCodes = [
  'PLATFORM_UNSUPPORTED',
  'LOCK_FILE_MISSING',
  'INSTALLATION_OFF',
  'NPM_MISSING',
  'REGISTRY_UNREACHABLE',
  'REGISTRY_REFUSED',
  'PACKAGE_MISSING',
  'PACKAGE_CHANGED',
  'DISK_FULL',
  'NOT_WRITABLE',
  'NOT_PRIVATE',
  'INSTALLATION_FAILED',
] as const
export type RuntimeProblemCode = (typeof runtimeProblemCodes)[number]

/** A runtime cannot be used now. The message says what the operator can do; it may name paths of this machine. */
export class RuntimeProblem extends Error {
  readonly code: RuntimeProblemCode

  constructor(code: RuntimeProblemCode, message: string) {
    super(message)
    this.name = 'RuntimeProblem'
    this.code = code
  }
}
