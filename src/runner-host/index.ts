// This machine, for the programs that run checks on it: settings from its environment, the sandbox of scripts, installed
// runtimes, and what it is capable of. Takes settings. Returns tools of runs, and facts.
export { createApiScripts } from './create-api-scripts.ts'
export type { MachineScripts } from './create-api-scripts.ts'
export { createMachineRuntimes } from './create-machine-runtimes.ts'
export { findEncoder } from './find-encoder.ts'
export { findIcmpProblem, probeCapabilities } from './probe-capabilities.ts'
export { ScriptSandbox } from './script-sandbox.ts'
export * from './setting-parsers.ts'
export { SettingReader, optional, row } from './setting-reader.ts'
export type { Environment, SettingRow, SettingsOf } from './setting-reader.ts'
export { SpareMemory } from './spare-memory.ts'
