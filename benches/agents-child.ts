import { AgentClient, createHttpRunnerPort } from '#agent'
import { agentPaths, agentPolicy, ownVersion, protocolRange, wireCheckTypes } from '#contract'
import type { AgentHello } from '#contract'
import { createEgress } from '#egress'
import { SystemClock, randomId, silentLog } from '#kernel'
import { NetworkEvidence } from '#probes'
import { createRunner } from '#runner'

const clock = new SystemClock()

/** So many agents in one process, each with so many places: `url key count places`. */
const [url = '', apiKey = '', count = '1', places = '1'] = process.argv.slice(2)
const patienceMs = 5_000
const running = new AbortController()
const egress = createEgress({ allowPrivateTargets: true }, clock)

await Promise.all(Array.from({ length: Number(count) }, (_, index) => startAgent(index)))
process.send?.('ready')
process.once('disconnect', () => process.exit())

async function startAgent(index: number): Promise<void> {
  const agentId = randomId()
  const client = new AgentClient({ url, apiKey, agentId, clock, learnTime: () => {} })
  const concurrency = Number(places)
  const hello: AgentHello = {
    protocol: protocolRange,
    agentId,
    name: `bench ${process.pid} ${index}`,
    version: ownVersion,
    places: concurrency,
    capabilities: { checkTypes: [...wireCheckTypes], runtimes: [], features: [] },
  }
  const sayHello = async (): Promise<void> => void (await client.call({ path: agentPaths.hello, body: hello }))
  await sayHelloPatiently(sayHello)
  let load = (): number => 0
  const policy = () => agentPolicy
  const port = createHttpRunnerPort({ client, clock, running: () => load(), sayHello, policy })
  const tools = {
    egress,
    userAgent: `Belfry/1.0 (${url})`,
    networkEvidence: new NetworkEvidence(clock),
  }
  const common = { port, runnerId: agentId, locations: [], concurrency, tools, clock, log: silentLog }
  const runner = createRunner(common)
  load = () => runner.load().running
  void runner.run(running.signal)
}

/** The agents of one address are limited to 600 hellos a minute; real ones try again as well. */
async function sayHelloPatiently(sayHello: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 30; tries += 1) {
    const isDone = await sayHello().then(
      () => true,
      () => false,
    )
    if (isDone) return
    await clock.sleep(patienceMs)
  }
  throw new Error('The service accepts no hello.')
}
