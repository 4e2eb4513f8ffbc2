import { tmpdir } from 'node:os'
import { buildInterface } from '#web-server'
import { installableRuntimeIds } from '#contract'
import { testRuntimes } from '../../tests/support/test-runtimes.ts'

// Started beside a run of all tests. Built before two journeys need it, the interface is built once.
await buildInterface(tmpdir()).catch(() => {})
// Tests that need a runtime wait until it is installed, and the others do not. The gate needs the latest only; with `--all` the
// others follow.
const [latest] = installableRuntimeIds
await testRuntimes().keepInstalled(process.argv.includes('--all') ? installableRuntimeIds : [latest])
