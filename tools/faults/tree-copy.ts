import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { plant } from './plant.ts'
import type { PlantedFault } from './planted-fault.ts'

const left: ReadonlySet<string> = new Set(['node_modules', '.git', '.cache', 'data', 'agent-data'])

/** A copy of the working tree outside of it, into which faults are planted one at a time. */
export class TreeCopy {
  readonly directory: string

  /** `root` is the working tree. Its packages are shared by a link. */
  constructor(root: string) {
    this.directory = mkdtempSync(join(tmpdir(), 'belfry-faults-'))
    const isCopied = (path: string): boolean => dirname(path) !== root || !left.has(basename(path))
    cpSync(root, this.directory, { recursive: true, filter: isCopied })
    symlinkSync(join(root, 'node_modules'), join(this.directory, 'node_modules'))
  }

  /** Plants a fault; answers what takes it out again. Throws PlantProblem when it does not fit. */
  plant(fault: PlantedFault): () => void {
    const path = join(this.directory, fault.file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, plant(source, fault))
    return () => writeFileSync(path, source)
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}
