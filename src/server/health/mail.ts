import type { FindingSource, HealthResult } from './finding.ts'

export const mail: FindingSource = {
  name: 'mail',
  title: 'Mail',
  meaning: 'Whether alerts, invites and status page updates can be emailed.',
  advice: 'Set BELFRY_SMTP_URL and BELFRY_MAIL_FROM and restart the service.',
  readsDatabase: false,
  audience: 'admins',
  find: ({ settings }): HealthResult => {
    const smtpUrl = settings?.smtpUrl ?? null
    if (smtpUrl === null) return { ok: true, isDegraded: true, found: [{ code: 'MAIL_MISSING' }] }
    return {
      ok: true,
      found: [{ code: 'MAIL_SENT' }],
      details: [{ code: 'MAIL_SERVER', values: { host: new URL(smtpUrl).host } }],
    }
  },
}
