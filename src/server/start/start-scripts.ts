import { join, resolve } from 'node:path'
import { createApiScripts, findEncoder } from '#runner-host'
import type { MachineScripts } from '#runner-host'
import type { Egress, Parts } from '../parts.ts'

/** The script runner of this process; null where none may run. */
export function startScripts(parts: Parts, egress: Egress): MachineScripts | null {
  const { runtimes, sandbox, settings, log } = parts
  if (runtimes === null) return null
  void sandbox.examine()
  const dependencyCache = join(resolve(settings.dataDir), 'suite-dependencies')
  const encoder = findEncoder(settings.ffmpegPath, log)
  return createApiScripts({ ...parts, runtimes, egress, encoder, dependencyCache })
}
