import { describe, expect, it } from 'vitest'
import { minuteMs, randomId } from '#kernel'
import { enqueueDueRuns } from '#runs'
import { Sight } from '#runner-host'
import { useDatabase } from '../support/database.ts'
import { HandRunner } from '../support/hand-runner.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { TestService } from '../support/test-service.ts'

const database = useDatabase()
const regions = ['eu-west-1', 'us-east-1', 'ap-south-1'] as const
const minutes = 90
const gateway = { way: 'icmp', host: '10.0.0.1', port: null, role: 'gateway' } as const

/** For each minute whether something is so, in stretches of up to so many minutes. */
function stretches(random: () => number, longest: number): boolean[] {
  const drawn: boolean[] = []
  for (let isSo = false; drawn.length < minutes; isSo = !isSo)
    drawn.push(...Array<boolean>(1 + Math.floor(random() * longest)).fill(isSo))
  return drawn
}

/** Locations that are cut off for a while, each by itself or all together, and what each of them says of targets. */
class BlindWorld {
  readonly #service: TestService
  readonly #runner: HandRunner
  readonly #random: () => number
  /** The minute of the world. */
  #now = 0
  readonly #blind: ReadonlyMap<string, boolean[]>
  readonly #sights: ReadonlyMap<string, Sight>
  readonly #down = new Map<string, boolean[]>()
  /** What locations that saw said last of each check. */
  readonly #known = new Map<string, boolean>()
  readonly problems: string[] = []
  readonly seen = { blindRuns: 0, outages: 0, partitions: 0 }

  constructor(seed: number) {
    this.#service = new TestService(database.db())
    this.#runner = new HandRunner(this.#service.store, this.#service.clock)
    this.#random = seededRandom(seed)
    const together = stretches(this.#random, 30)
    this.#blind = new Map(
      regions.map((region) => {
        const alone = stretches(this.#random, 12)
        return [region, alone.map((isBlind, at) => isBlind || together[at] === true)] as const
      }),
    )
    const { clock } = this.#service
    this.#sights = new Map(
      regions.map((region) => {
        const ask = async (): Promise<boolean> => !this.#isBlind(region)
        return [region, new Sight({ clock, anchors: async () => [gateway], ask, isNear: async () => false, needed: 1 })]
      }),
    )
  }

  #isBlind(region: string): boolean {
    return this.#blind.get(region)?.[this.#now] === true
  }

  async run(): Promise<void> {
    const { accountId } = await this.#service.account()
    for (let index = 0; index < 6; index += 1) {
      const locations = regions.slice(0, 1 + (index % 3))
      const settings = { frequency: 1, locations, runParallel: index < 3, retryStrategy: null }
      // A third of the targets is never down.
      const down = index % 3 === 0 ? Array<boolean>(minutes).fill(false) : stretches(this.#random, 15)
      this.#down.set(await this.#service.check(accountId, { ...settings, name: `check ${index} ${randomId()}` }), down)
    }
    for (const sight of this.#sights.values()) await sight.sees()
    for (; this.#now < minutes; this.#now += 1) await this.#pass()
  }

  async #pass(): Promise<void> {
    const { clock, store } = this.#service
    clock.advance(minuteMs)
    await enqueueDueRuns(store, clock.now(), 100)
    const tasks = (await this.#runner.claim()).filter(({ checkId }) => this.#down.has(checkId))
    if (new Set(regions.map((region) => this.#isBlind(region))).size > 1) this.seen.partitions += 1
    for (const [checkId, own] of Map.groupBy(tasks, (task) => task.checkId)) {
      const isDown = this.#down.get(checkId)?.[this.#now] === true
      const seeing = own.filter(({ location }) => !this.#isBlind(location))
      if (seeing.length > 0) this.#known.set(checkId, isDown)
      if (seeing.length > 0 && isDown) this.seen.outages += 1
      this.seen.blindRuns += own.length - seeing.length
      for (const task of own) await this.#runner.settle([task], await this.#found(task.location, isDown))
    }
    await this.#compare()
  }

  /** A location that is cut off gets no answer of anything, and asks whether it sees. */
  async #found(queue: string, isDown: boolean): Promise<'passed' | 'failed' | 'inconclusive'> {
    if (!isDown && !this.#isBlind(queue)) return 'passed'
    const silent = await this.#sights.get(queue)?.whyBlind('target.example', this.#service.clock.now())
    return silent ? 'inconclusive' : 'failed'
  }

  /** The state of each check is what the last location that saw it said, and alerts are about targets that were down. */
  async #compare(): Promise<void> {
    const ids = [...this.#down.keys()]
    const states = await this.#service.db.rows<{ checkId: string; isFailing: boolean }>(
      `select check_id, (status = 'failing' or has_errors) as is_failing from check_states where check_id = any($1::uuid[])`,
      [ids],
    )
    for (const { checkId, isFailing } of states)
      if (isFailing !== (this.#known.get(checkId) ?? false)) this.problems.push(`${this.#now}: ${checkId} ${isFailing}`)
    const alerts = await this.#service.db.rows<{ checkId: string; alertType: string }>(
      `select check_id, alert_type from check_alerts where check_id = any($1::uuid[]) and created_at >= $2`,
      [ids, new Date(this.#service.clock.now())],
    )
    for (const { checkId, alertType } of alerts)
      if ((alertType === 'ALERT_FAILURE') !== this.#down.get(checkId)?.[this.#now])
        this.problems.push(`${this.#now}: ${alertType} of ${checkId}`)
  }
}

describe('locations that are cut off now and then', () => {
  const given = Number(process.env['TEST_SEED'] ?? Number.NaN)
  it.each(Number.isNaN(given) ? [1] : [given])(
    'alert no target that was up, and every one that a location saw down (TEST_SEED=%i)',
    async (seed) => {
      const world = new BlindWorld(seed)
      await world.run()
      expect(world.problems).toEqual([])
      for (const [name, count] of Object.entries(world.seen))
        expect(count, `a world without ${name} proves nothing`).toBeGreaterThan(10)
    },
  )
})
