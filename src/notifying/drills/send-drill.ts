import { alertTitle } from '#alerting'
import { isInboundType } from '#contract'
import type { AlertFacts, Delivery, DrillDelivery, OutgoingMessage } from '#contract'
import { writeReason } from '#contract/reasons'
import { mergedVariables } from '#inheritance'
import { timeOrderedId } from '#kernel'
import { findChannels } from '#storage/alerts'
import { findVariablesOfAccounts } from '#storage/checks'
import { claimDrills, endDrill, findDryRun } from '#storage/runs'
import type { LeaseClaim, Store } from '#storage/database'
import type { DrillRow, DryRun } from '#storage/runs'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import { actionLinksOf } from '../attention/action-links.ts'
import type { ActionLinks } from '../attention/action-links.ts'
import { deliverAndClose } from '../previews/channel-examples.ts'
import type { EffectiveCheck } from '#management'
import { drillFacts, drillTitle } from './drill-facts.ts'
import { drilledChannels } from './drilled-channels.ts'
import type { DrilledChannel } from './drilled-channels.ts'

/** A message with the links by which its receivers would act on an alert. */
export type DrillMessage = OutgoingMessage & { readonly actionLinks: ActionLinks | null }

export interface DrillTools {
  readonly nowMs: number
  readonly publicUrl: string
  readonly deliver: (message: DrillMessage) => Promise<Delivery>
}

/** Leases the drills whose runs have ended. */
export const claimPendingDrills = (store: Store, claim: LeaseClaim): Promise<DrillRow[]> => claimDrills(store.db, claim)

/** Sends the message of a drill over the channels of its check, one attempt each, and records what came of it. */
export async function sendDrill(store: Store, drill: DrillRow, tools: DrillTools): Promise<void> {
  const ended = await send(store, drill, tools)
  await endDrill(store.db, { ...drill, ...ended }, new Date(tools.nowMs))
}

type Ended = Pick<DrillRow, 'title' | 'reason' | 'deliveries'>

const notSent = (reason: string): Ended => ({ title: null, reason, deliveries: [] })

async function send(store: Store, drill: DrillRow, tools: DrillTools): Promise<Ended> {
  const { nowMs, publicUrl } = tools
  const batch = await loadAlertBatch(store.db, [drill.checkId], { encryption: store.encryption, nowMs, publicUrl })
  const effective = batch.checks.get(drill.checkId)
  if (effective === undefined) return notSent(writeReason('CHECK_DELETED'))
  const run = isInboundType(effective.own.checkType) ? null : await runOf(store, drill)
  if (run !== null && 'problem' in run) return notSent(run.problem)
  const settings = batch.settingsOf(effective)
  const facts = await drillFacts(store.db, { effective, settings, publicUrl, id: drill.id, nowMs, run })
  const channels = drilledChannels(batch, effective)
  const deliveries = await deliverAll(store, channels, { effective, facts, tools })
  return { title: facts.alertTitle, reason: facts.reasons?.[0] ?? facts.checkErrorMessage, deliveries }
}

/** The run of a drill that ended, or why there is none. */
async function runOf({ db, encryption }: Store, drill: DrillRow): Promise<DryRun | { readonly problem: string }> {
  const run = await findDryRun(db, encryption, drill)
  if (!run?.report) return { problem: writeReason('RUN_CANCELLED') }
  return run.report.hasErrors ? { problem: run.report.error ?? writeReason('CHECK_NOT_RUNNABLE') } : run
}

interface Sent {
  readonly effective: EffectiveCheck
  readonly facts: AlertFacts
  readonly tools: DrillTools
}

async function deliverAll(store: Store, channels: readonly DrilledChannel[], sent: Sent): Promise<DrillDelivery[]> {
  const ids = channels.filter(({ silenceReason }) => silenceReason === null).map(({ channelId }) => channelId)
  const found = new Map((await findChannels(store.db, store.encryption, ids)).map((one) => [one.id, one]))
  const parts = await partsOf(store, sent)
  return Promise.all(
    channels.map(async (channel) => {
      const definition = found.get(channel.channelId)
      if (definition === undefined) return { ...channel, outcome: null, response: '', closed: null }
      const { type, config } = definition
      const message = (facts: AlertFacts): DrillMessage => ({
        ...parts,
        id: timeOrderedId(sent.tools.nowMs),
        type,
        config,
        facts,
        attempt: 1,
      })
      const { outcome, response, closed } = await deliverAndClose(store, definition, {
        ...sent.tools,
        message: message(sent.facts),
        recovery: { ...message(recoveryOf(sent.facts)), actionLinks: null },
      })
      return { ...channel, outcome, response, closed }
    }),
  )
}

/** The common parts of all its messages: variables, secrets and links. */
async function partsOf({ db, encryption }: Store, { effective: { own, group }, facts, tools }: Sent) {
  const account = (await findVariablesOfAccounts(db, encryption, [own.accountId])).get(own.accountId) ?? []
  const variables = mergedVariables(account, group, own)
  const id = facts.drillId ?? ''
  const { actionLinks, tokens } = actionLinksOf(encryption, { accountId: own.accountId, id, facts }, tools.publicUrl)
  const hidden = variables.filter(({ secret, locked }) => secret || locked).map(({ value }) => value)
  return {
    variables: Object.fromEntries(variables.map(({ key, value }) => [key, value])),
    secrets: [...hidden, ...tokens],
    actionLinks,
  }
}

const recoveryOf = (facts: AlertFacts): AlertFacts => ({
  ...facts,
  alertType: 'ALERT_RECOVERY',
  alertTitle: drillTitle(alertTitle('ALERT_RECOVERY', facts.checkName)),
  outageSeconds: 0,
  reasons: [],
  cause: null,
  nextReminder: null,
})
