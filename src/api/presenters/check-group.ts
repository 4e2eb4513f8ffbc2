import { inheritedFieldNames, pick } from '#contract'
import type { CheckGroupResource } from '#contract'
import type { LinkedGroup } from '#storage/checks'
import { noBindings, presentRetryStrategy, subscriptionsOf } from './check.ts'
import { validated } from './validated.ts'
import { maskedBasicAuth, maskedPairs, maskedVariables } from './visibility.ts'
import type { Viewer } from './visibility.ts'

/**
 * A check group as both versions answer it: null where each member keeps its own setting. Clients that are older than
 * the text FALLBACK cannot read it, so it is answered only where it was sent, or to those of the second version.
 */
export function presentCheckGroup(
  { group, subscriptions }: LinkedGroup,
  viewer: Viewer,
  mutedUntil?: Date,
): CheckGroupResource {
  const { settings } = group
  const { apiCheckDefaults, retryStrategy } = settings
  return validated<CheckGroupResource>({
    id: group.id,
    name: group.name,
    activated: group.activated,
    muted: group.muted,
    ...(mutedUntil && { mutedUntil: mutedUntil.toISOString() }),
    tags: group.tags,
    locations: settings.locations ?? [],
    concurrency: settings.concurrency,
    apiCheckDefaults: {
      ...apiCheckDefaults,
      headers: maskedPairs(apiCheckDefaults.headers, viewer),
      queryParameters: maskedPairs(apiCheckDefaults.queryParameters, viewer),
      basicAuth: maskedBasicAuth(apiCheckDefaults.basicAuth, viewer),
    },
    ...(settings.browserCheckDefaults && { browserCheckDefaults: settings.browserCheckDefaults }),
    environmentVariables: maskedVariables(settings.environmentVariables, viewer),
    alertChannelSubscriptions: subscriptionsOf(subscriptions),
    setupSnippetId: settings.setupSnippetId,
    tearDownSnippetId: settings.tearDownSnippetId,
    localSetupScript: settings.localSetupScript,
    localTearDownScript: settings.localTearDownScript,
    privateLocations: settings.privateLocations,
    ...pick(settings, inheritedFieldNames),
    alertSettings: settings.alertSettings,
    ...(!settings.isRetryStrategyUnset && {
      retryStrategy: retryStrategy === 'FALLBACK' ? retryStrategy : presentRetryStrategy(retryStrategy),
    }),
    useGlobalAlertSettings: settings.useGlobalAlertSettings,
    doubleCheck: settings.doubleCheck,
    created_at: group.createdAt.toISOString(),
    updated_at: group.updatedAt?.toISOString() ?? null,
    projectBindings: noBindings,
  })
}
