import { beforeEach, describe, expect, test } from 'vitest'
import { defaultAlertSettings } from '#contract'
import { createGroup, deleteMaintenanceWindow, updateMaintenanceWindow } from '#management'
import { recordPing } from '#runs'
import { AlertScene, remindsEvery } from '../../../tests/support/alert-scene.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let scene: AlertScene
beforeEach(async () => {
  const service = new TestService(database.db())
  scene = new AlertScene(service, await service.account())
})

const put = async (path: string, body: object): Promise<void> => {
  expect((await scene.send('PUT', path, body)).status).toBe(200)
}
const post = async (path: string, body: object): Promise<void> => {
  expect((await scene.send('POST', path, body)).status).toBe(200)
}
const remove = async (path: string): Promise<void> => {
  expect((await scene.send('DELETE', path)).status).toBe(204)
}
const ofCheck = (path = ''): string => `/v1/checks/${scene.checkId}${path}`
const editCheck = (body: object) => put(`/v1/checks/tcp/${scene.checkId}`, body)
const editChannel = (body: object) =>
  put(`/v1/alert-channels/${scene.channelId}`, { type: 'EMAIL', config: { address: 'ops@example.com' }, ...body })
const subscribe = (activated: boolean) =>
  put(`/v1/alert-channels/${scene.channelId}/subscriptions`, { checkId: scene.checkId, activated })
const groupOf = async (): Promise<number> => {
  const body = { name: 'shop', muted: false }
  const { group } = await createGroup(scene.service.store, scene.caller(), {
    generation: 2,
    body,
    autoAssignAlerts: false,
  })
  return group.id
}

interface Case {
  readonly name: string
  /** Begins the silence, lets the outage begin inside it, and ends it. */
  readonly play: () => Promise<unknown>
  readonly sentAlerts: readonly string[]
}

const afterwards: readonly Case[] = [
  {
    name: 'a maintenance window ends',
    play: async () => {
      await scene.check()
      await scene.window(0, 3.5)
      await scene.run('failed', 'failed')
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
  {
    name: 'the last of several overlapping windows ends',
    play: async () => {
      await scene.check()
      await scene.window(0, 2.5)
      await scene.window(2, 6)
      await scene.run('failed', 'failed', 'failed', 'failed')
      expect(await scene.sentAlerts()).toEqual([])
      await scene.pass(3)
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
  {
    name: 'its maintenance window is deleted',
    play: async () => {
      await scene.check()
      const id = await scene.window(0, 600)
      await scene.run('failed')
      await deleteMaintenanceWindow(scene.service.store, scene.caller(), id)
      await scene.pass(0)
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
  {
    name: 'its maintenance window is edited to end earlier',
    play: async () => {
      await scene.check()
      const id = await scene.window(0, 600)
      await scene.run('failed')
      const body = { endsAt: scene.inMinutes(1) }
      await updateMaintenanceWindow(scene.service.store, scene.caller(), { id, body })
      await scene.pass(0)
      expect(await scene.sentAlerts()).toEqual([])
      await scene.pass(1)
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
  {
    name: 'the check is unmuted by an edit',
    play: async () => {
      await scene.check({ muted: true })
      await scene.run('failed', 'failed')
      await editCheck({ muted: false })
      await scene.pass(0)
    },
    sentAlerts: ['ALERT_FAILURE after MUTED'],
  },
  {
    name: 'a muted check is unmuted by the operation for it',
    play: async () => {
      await scene.check({ muted: true })
      await scene.run('failed')
      await remove(ofCheck('/mute'))
      await scene.pass(0)
    },
    sentAlerts: ['ALERT_FAILURE after MUTED'],
  },
  {
    name: 'its group is unmuted',
    play: async () => {
      const groupId = await groupOf()
      await put(`/v2/check-groups/${groupId}`, { name: 'shop', muted: true })
      await scene.check({ groupId })
      await scene.run('failed')
      await put(`/v2/check-groups/${groupId}`, { name: 'shop', muted: false })
      await scene.pass(0)
    },
    sentAlerts: ['ALERT_FAILURE after MUTED'],
  },
  {
    name: 'the mute of its group for a time is over',
    play: async () => {
      const groupId = await groupOf()
      await scene.check({ groupId })
      await post(`/v1/check-groups/${groupId}/mute`, { minutes: 3 })
      await scene.run('failed')
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_FAILURE after MUTED'],
  },
  {
    name: 'its mute for a time is over',
    play: async () => {
      await scene.check()
      await post(ofCheck('/mute'), { minutes: 3 })
      await scene.run('failed')
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_FAILURE after MUTED'],
  },
  {
    name: 'its snooze is over',
    play: async () => {
      await scene.check()
      await post(ofCheck('/snooze'), { until: scene.inMinutes(3) })
      await scene.run('failed')
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_FAILURE after SNOOZED'],
  },
  {
    name: 'a snooze of trouble that people know of is over',
    play: async () => {
      await scene.check(remindsEvery(1))
      await scene.run('failed')
      await post(ofCheck('/snooze'), { minutes: 5 })
      await scene.run('failed', 'failed')
      await scene.pass(3)
    },
    sentAlerts: ['ALERT_FAILURE', 'ALERT_FAILURE_REMAIN after SNOOZED'],
  },
  {
    name: 'its subscription is activated',
    play: async () => {
      await scene.check()
      await subscribe(false)
      await scene.run('failed', 'failed')
      await subscribe(true)
      await scene.pass(0)
    },
    sentAlerts: ['ALERT_FAILURE after CHANNEL_PAUSED'],
  },
  {
    name: 'its channel is no longer paused',
    play: async () => {
      await scene.check()
      await editChannel({ pausedUntil: scene.inMinutes(600) })
      await scene.run('failed', 'failed')
      await editChannel({ pausedUntil: null })
      await scene.pass(0)
    },
    sentAlerts: ['ALERT_FAILURE after CHANNEL_PAUSED'],
  },
  {
    name: 'the pause of its channel is over',
    play: async () => {
      await scene.check()
      await editChannel({ pausedUntil: scene.inMinutes(3) })
      await scene.run('failed')
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_FAILURE after CHANNEL_PAUSED'],
  },
  {
    name: 'one silence follows the other: the last one is named',
    play: async () => {
      await scene.check()
      await scene.window(0, 2.5)
      await scene.run('failed')
      await editChannel({ pausedUntil: scene.inMinutes(5) })
      await scene.pass(2)
      await scene.pass(4)
    },
    sentAlerts: ['ALERT_FAILURE after CHANNEL_PAUSED'],
  },
  {
    name: 'a degradation began inside',
    play: async () => {
      await scene.check()
      await scene.window(0, 2.5)
      await scene.run('degraded', 'degraded')
      await scene.pass(1)
    },
    sentAlerts: ['ALERT_DEGRADED after MAINTENANCE'],
  },
  {
    name: 'a known degradation became a failure inside',
    play: async () => {
      await scene.check()
      await scene.run('degraded')
      await scene.window(0, 2.5)
      await scene.run('failed')
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_DEGRADED', 'ALERT_DEGRADED_FAILURE after MAINTENANCE'],
  },
  {
    name: 'the threshold was reached inside',
    play: async () => {
      const runBasedEscalation = { failedRunThreshold: 3 }
      await scene.check({
        useGlobalAlertSettings: false,
        alertSettings: { ...defaultAlertSettings, runBasedEscalation },
      })
      await scene.run('failed')
      await scene.window(0, 3.5)
      await scene.run('failed', 'failed')
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
  {
    name: 'what was known before it recovered inside',
    play: async () => {
      await scene.check()
      await scene.run('failed')
      await scene.window(0, 3.5)
      await scene.run('failed', 'passed')
      expect(await scene.sentAlerts()).toEqual(['ALERT_FAILURE'])
      await scene.pass(2)
      await scene.run('passed')
    },
    sentAlerts: ['ALERT_FAILURE', 'ALERT_RECOVERY after MAINTENANCE'],
  },
  {
    name: 'a known degradation recovered while muted',
    play: async () => {
      await scene.check()
      await scene.run('degraded')
      await post(ofCheck('/mute'), { minutes: 2 })
      await scene.run('passed')
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_DEGRADED', 'ALERT_DEGRADED_RECOVERY after MUTED'],
  },
  {
    name: 'a known failure recovered, and another began inside',
    play: async () => {
      await scene.check()
      await scene.run('failed')
      await scene.window(0, 3.5)
      await scene.run('passed', 'failed')
      await scene.pass(2)
      await scene.run('passed')
    },
    sentAlerts: ['ALERT_FAILURE', 'ALERT_FAILURE after MAINTENANCE', 'ALERT_RECOVERY'],
  },
  {
    name: 'a reminder came due inside: one, and then the usual ones',
    play: async () => {
      await scene.check(remindsEvery(2))
      await scene.run('failed')
      await scene.window(0, 6.5)
      await scene.run('failed', 'failed', 'failed', 'failed', 'failed')
      await scene.pass(2)
      await scene.pass(2)
    },
    sentAlerts: ['ALERT_FAILURE', 'reminder ALERT_FAILURE_REMAIN after MAINTENANCE', 'reminder ALERT_FAILURE_REMAIN'],
  },
  {
    name: 'a heartbeat is missing, of which no run tells anything',
    play: async () => {
      await scene.heartbeat()
      const [timer] = await scene.service.db.rows<{ encryptedToken: string }>(
        `select encrypted_token from heartbeat_timers where check_id = $1`,
        [scene.checkId],
      )
      const token = scene.service.store.encryption.decrypt(timer?.encryptedToken ?? '')
      await recordPing(scene.service.store, { token, source: 'HTTPS GET', userAgent: 'curl' }, scene.context())
      await scene.window(0, 8)
      await scene.pass(7)
      expect(await scene.sentAlerts()).toEqual([])
      await scene.pass(1)
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
  {
    name: 'the check runs once a day: nobody waits for the next run',
    play: async () => {
      await scene.check({ frequency: 1440 })
      await scene.window(0, 30)
      await scene.run('failed')
      await scene.pass(30)
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
  {
    name: 'the window paused the check too: the next run decides',
    play: async () => {
      await scene.check({ tags: ['shop'] })
      await scene.window(0, 10)
      await scene.run('failed')
      await scene.window(0, 10, { tags: ['shop'] })
      await scene.run('failed', 'failed')
      await scene.pass(8)
      expect(await scene.sentAlerts()).toEqual([])
      await scene.run('failed')
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
  {
    name: 'the check was deactivated: its first run when it is activated again decides',
    play: async () => {
      await scene.check()
      await scene.window(0, 3)
      await scene.run('failed')
      await editCheck({ activated: false })
      await scene.pass(5)
      expect(await scene.sentAlerts()).toEqual([])
      await editCheck({ activated: true })
      await scene.pass(0)
      expect(await scene.sentAlerts()).toEqual([])
      await scene.run('failed')
    },
    sentAlerts: ['ALERT_FAILURE after MAINTENANCE'],
  },
]

const never: readonly Case[] = [
  {
    name: 'the check recovered inside',
    play: async () => {
      await scene.check()
      await scene.window(0, 3.5)
      await scene.run('failed', 'failed', 'passed')
      await scene.pass(2)
    },
    sentAlerts: [],
  },
  {
    name: 'the check recovered between the end of the window and the next look',
    play: async () => {
      await scene.check()
      await post(ofCheck('/mute'), { minutes: 2 })
      await scene.run('failed', 'passed')
      await scene.pass(2)
    },
    sentAlerts: [],
  },
  {
    name: 'the window says that nobody is notified at its end',
    play: async () => {
      await scene.check(remindsEvery(1))
      await scene.window(0, 2.5, { silenceAllAlerts: true, notifyAfterEnd: false })
      await scene.run('failed', 'failed', 'failed', 'failed', 'passed')
    },
    sentAlerts: [],
  },
  {
    name: 'the threshold was not reached, and the check recovered',
    play: async () => {
      const runBasedEscalation = { failedRunThreshold: 3 }
      await scene.check({
        useGlobalAlertSettings: false,
        alertSettings: { ...defaultAlertSettings, runBasedEscalation },
      })
      await scene.window(0, 2.5)
      await scene.run('failed', 'failed', 'passed')
    },
    sentAlerts: [],
  },
  {
    name: 'nothing changed for people who knew before the mute',
    play: async () => {
      await scene.check()
      await scene.run('failed')
      await post(ofCheck('/mute'), { minutes: 2 })
      await scene.run('failed', 'failed', 'failed')
    },
    sentAlerts: ['ALERT_FAILURE'],
  },
  {
    name: 'somebody acknowledged it meanwhile',
    play: async () => {
      await scene.check()
      await scene.window(0, 2.5)
      await scene.run('failed')
      await post(ofCheck('/acknowledge'), {})
      await scene.pass(2)
      await scene.run('failed', 'passed')
    },
    sentAlerts: [],
  },
]

describe('at the end of a silence an outage that outlasts it is notified once', () => {
  test.each(afterwards)('when $name', async ({ play, sentAlerts }) => {
    await play()
    await scene.pass(0)
    expect(await scene.sentAlerts()).toEqual(sentAlerts)
  })
})

describe('at the end of a silence no one is notified', () => {
  test.each(never)('when $name', async ({ play, sentAlerts }) => {
    await play()
    await scene.pass(0)
    expect(await scene.sentAlerts()).toEqual(sentAlerts)
  })
})

test('a delayed alert says since when the check fails and what held it back until when, and is recorded as an alert', async () => {
  await scene.check()
  await scene.window(0, 3.5)
  const endsAt = scene.inMinutes(3.5)
  await scene.run('passed', 'failed', 'failed')
  const since = scene.inMinutes(-1)
  await scene.pass(2)
  const [facts] = await scene.facts()
  expect(facts).toMatchObject({
    alertTitle: 'Check "database" is still failing',
    failingSince: since,
    heldBack: { reason: 'MAINTENANCE', until: endsAt },
    checkErrorMessage: 'The target is down.',
  })
  const { body } = await scene.send('GET', '/v1/check-alerts')
  expect(body).toMatchObject([{ alertType: 'ALERT_FAILURE' }])
})

test('a delayed recovery says when the check recovered, and since when it had failed', async () => {
  await scene.check()
  await scene.run('failed')
  const since = scene.inMinutes(0)
  await scene.window(0, 3.5)
  await scene.run('passed')
  const recoveredAt = scene.inMinutes(0)
  await scene.run('passed', 'passed', 'passed')
  const facts = (await scene.facts()).at(-1)
  expect(facts).toMatchObject({ alertType: 'ALERT_RECOVERY', startedAt: recoveredAt, failingSince: since })
})

test('of two channels only the one that was paused is notified when its pause ends', async () => {
  await scene.check()
  const paused = scene.channelId
  await editChannel({ pausedUntil: scene.inMinutes(3) })
  await scene.channel()
  await scene.run('failed')
  await scene.pass(2)
  expect(await scene.sent()).toMatchObject([
    { channelId: scene.channelId, heldBack: null },
    { channelId: paused, heldBack: 'CHANNEL_PAUSED' },
  ])
})

test('while a silence lasts the log says what held the alert back', async () => {
  await scene.check()
  await post(ofCheck('/snooze'), { minutes: 60 })
  await scene.run('failed')
  const { body } = await scene.send('GET', '/v1/alert-notifications?includeSilenced=true')
  expect(body).toMatchObject([{ silenceReason: 'CHECK_SNOOZED' }])
})
