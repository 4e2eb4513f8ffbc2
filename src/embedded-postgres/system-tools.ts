import { realpathSync } from 'node:fs'
import path from 'node:path'

const directories = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

/** Where a program of util-linux is, or undefined. The small replacements of BusyBox lack the options we use. */
export function findTool(name: string): string | undefined {
  return directories.map((directory) => path.join(directory, name)).find((file) => realNameOf(file) === name)
}

function realNameOf(file: string): string | undefined {
  try {
    return path.basename(realpathSync(file))
  } catch {
    return undefined
  }
}
