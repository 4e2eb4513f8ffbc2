import { exitCodes } from '../apply/apply-once.ts'
import type { ImportContext } from './import-once.ts'

const checksOf = (count: number): string => `${count} ${count === 1 ? 'check' : 'checks'}`

/** Unmutes the checks that were imported, and says how that is undone. Throws ApiError. Returns the exit code. */
export async function startAlerting({ client, options, terminal }: ImportContext): Promise<number> {
  const { name: source } = options.source
  const { checks } = await client().call('getImportComparison', { params: { source } })
  const checkIds = checks.filter(({ muted }) => muted).map(({ id }) => id)
  const { changed, undoId, undoUntil } =
    checkIds.length === 0
      ? { changed: 0, undoId: null, undoUntil: null }
      : await client().call('changeChecks', { body: { checkIds, change: { muted: false } } })
  if (options.json) terminal.print(`${JSON.stringify({ changed, undoId, undoUntil }, null, 2)}\n`)
  else if (undoId === null) terminal.print('No imported check is muted.\n')
  else
    terminal.print(
      `Alerting started for ${checksOf(changed)}. Within an hour, this undoes it:\n  belfry import ${source} --undo ${undoId}\n`,
    )
  return exitCodes.applied
}

/** Mutes the checks again that `startAlerting` unmuted. Throws ApiError. Returns the exit code. */
export async function stopAlerting({ client, options, terminal }: ImportContext, id: string): Promise<number> {
  const { restored, refused } = await client().call('undoBulkChange', { params: { id } })
  if (options.json) terminal.print(`${JSON.stringify({ restored, refused }, null, 2)}\n`)
  else {
    const left = refused.length === 0 ? '' : ` ${checksOf(refused.length)} changed since and stay as they are.`
    terminal.print(`${checksOf(restored)} muted again.${left}\n`)
  }
  return refused.length === 0 ? exitCodes.applied : exitCodes.failed
}
