import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import type { Log } from '#kernel'

const usualPaths = ['/usr/local/bin/ffmpeg', '/usr/bin/ffmpeg']

/** The program that records videos of browser checks: that of the setting, otherwise that of the system; null: no videos. */
export function findEncoder(setting: string | null, log: Pick<Log, 'warn'>, systemPaths = usualPaths): string | null {
  const found = (setting === null ? systemPaths : [setting]).find(isProgram)
  if (found === undefined && setting !== null)
    log.warn({ path: setting }, 'BELFRY_FFMPEG_PATH is not a program, so no videos of browser checks are recorded')
  return found === undefined ? null : realpathSync(found)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
