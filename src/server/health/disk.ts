import type { FindingSource, HealthResult } from './finding.ts'

/** Whether the last turn of a loop failed because the disk was full. */
export const disk: FindingSource = {
  name: 'disk',
  readsDatabase: false,
  find: ({ watch }): HealthResult =>
    watch.isDiskFull()
      ? { ok: false, message: 'The disk of the database is full. Work goes on when there is space again.' }
      : { ok: true, message: 'The database can write.' },
}
