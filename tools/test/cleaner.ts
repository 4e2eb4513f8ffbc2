import { endRun } from './end-run.ts'

// Outlives the run it belongs to, whatever that dies of: the end of its input says that the run is over.
const [directory = '', parent] = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.stdin.on('end', () => void endRun(directory, [Number(parent)])).resume()
