// Loaded before the program when bin/execute.mjs is its parent: when that process is killed, this one stops in order.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
  // Processes forked from here have another parent and must not load this file.
  process.execArgv.splice(0, process.execArgv.length)
}
