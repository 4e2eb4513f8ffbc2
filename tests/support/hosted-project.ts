/** A project of the command line tool of the hosted product with one construct of each kind. */
export const hostedProject = (address: string): Readonly<Record<string, string>> => ({
  'package.json': '{"name": "shop", "version": "1.0.0", "type": "module"}',
  'package-lock.json': '{"name": "shop", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "shop"}}}',
  'checkly.config.js': `import { defineConfig } from 'checkly'
export default defineConfig({
  projectName: 'Shop', logicalId: 'shop',
  checks: { locations: ['eu-west-1'], frequency: 10, checkMatch: 'checks/**/*.check.js' },
})`,
  'checks/utils/token.js': 'export const token = 1',
  'checks/utils/setup.js': `import { token } from './token.js'\nconsole.log(token)`,
  'checks/home.spec.js': `import { test } from '@playwright/test'\ntest('home', async ({ page }) => { await page.goto('/') })`,
  'checks/all.check.js': `
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as c from 'checkly/constructs'
const here = (path) => join(dirname(fileURLToPath(import.meta.url)), path)
const request = { url: 'https://shop.example/' }
const mail = new c.EmailAlertChannel('mail', { address: 'ops@example.com', sendDegraded: true })
new c.SmsAlertChannel('sms', { phoneNumber: '+4915112345678', name: 'Ops' })
new c.PhoneCallAlertChannel('call', { phoneNumber: '+4915112345678' })
new c.SlackAlertChannel('slack', { url: 'https://hooks.slack.com/services/T1/B1/abc', channel: '#ops' })
new c.SlackAppAlertChannel('slack-app', { slackChannels: ['#ops'] })
new c.WebhookAlertChannel('hook', { name: 'Hook', url: 'https://hook.example/x', method: 'POST', template: '{"t":"{{ALERT_TITLE}}"}', headers: [{ key: 'X-A', value: 'a-secret-header', locked: true }] })
new c.OpsgenieAlertChannel('opsgenie', { name: 'Og', apiKey: 'og-key-1', region: 'EU', priority: 'P1' })
new c.PagerdutyAlertChannel('pagerduty', { account: 'acme', serviceName: 'shop', serviceKey: 'pd-key-1' })
new c.MSTeamsAlertChannel('teams', { name: 'Teams', url: 'https://teams.example/hook' })
new c.TelegramAlertChannel('telegram', { name: 'Tg', apiKey: '123:abc', chatId: '42' })
new c.IncidentioAlertChannel('incidentio', { name: 'Iio', url: 'https://api.incident.io/v2/x', apiKey: 'iio-1' })
const office = new c.PrivateLocation('office', { name: 'Office', slugName: 'office-1' })
const first = new c.CheckGroupV1('group-1', { name: 'One', locations: ['eu-west-1'], tags: ['one'], alertChannels: [mail], privateLocations: [office] })
const second = new c.CheckGroupV2('group-2', { name: 'Two', alertChannels: [mail] })
const service = new c.StatusPageService('service', { name: 'Shop' })
new c.StatusPage('page', { name: 'Shop', url: '${address}', cards: [{ name: 'Core', services: [service] }] })
new c.ApiCheck('api', { name: 'API', group: second, privateLocations: [office], alertChannels: [mail],
  setupScript: { entrypoint: here('utils/setup.js') }, tearDownScript: { content: 'console.log(1)' },
  environmentVariables: [{ key: 'TOKEN', value: 'a-secret-token', secret: true }],
  request: { ...request, method: 'POST', body: '{}', bodyType: 'JSON', basicAuth: { username: 'u', password: 'p' }, assertions: [c.AssertionBuilder.statusCode().equals(200)] },
  retryStrategy: c.RetryStrategyBuilder.linearStrategy(), alertEscalationPolicy: c.AlertEscalationBuilder.runBasedEscalation(2),
  triggerIncident: { service, severity: 'MAJOR', name: 'Down', description: 'It is down', notifySubscribers: true } })
new c.BrowserCheck('browser', { name: 'Browser', group: first, code: { entrypoint: here('home.spec.js') } })
new c.MultiStepCheck('multi', { name: 'Multi', code: { content: 'await 1' } })
new c.HeartbeatMonitor('heartbeat', { name: 'Beat', period: 1, periodUnit: 'hours', grace: 10, graceUnit: 'minutes' })
new c.TcpMonitor('tcp', { name: 'TCP', request: { hostname: 'db.example', port: 5432 } })
new c.UrlMonitor('url', { name: 'URL', request, frequency: c.Frequency.EVERY_30S })
new c.DnsMonitor('dns', { name: 'DNS', request: { recordType: 'A', query: 'shop.example' } })
new c.IcmpMonitor('icmp', { name: 'ICMP', request: { hostname: 'shop.example' } })
new c.GrpcMonitor('grpc', { name: 'gRPC', request: { url: 'grpc.example', port: 443, grpcConfig: { mode: 'HEALTH' } } })
new c.SslMonitor('ssl', { name: 'SSL', request: { hostname: 'shop.example', sslConfig: {} } })
new c.TracerouteMonitor('trace', { name: 'Trace', request: { url: 'shop.example' } })
new c.MaintenanceWindow('window', { name: 'Window', tags: ['one'], startsAt: new Date('2027-01-01T10:00:00Z'), endsAt: new Date('2027-01-01T12:00:00Z') })
new c.Dashboard('dashboard', { header: 'Shop', tags: ['one'], customUrl: '${address}' })
`,
})

/** A status page with components, which the tool has since version 9: a file of the same project. */
export const componentPage = (address: string): Readonly<Record<string, string>> => ({
  'checks/page.check.js': `
import * as c from 'checkly/constructs'
const statusPage = new c.StatusPageV3('page-3', { name: 'Shop', url: '${address}', supportLink: 'mailto:help@shop.example', themeColors: { light: { linkFontColor: '#0a0' } } })
const parent = new c.StatusPageV3Component('store', { statusPage, type: 'GROUP', name: 'Store', displayOrder: 1, expandedByDefault: true })
const component = new c.StatusPageV3Component('orders', { statusPage, parent, name: 'Orders', displayOrder: 1 })
new c.StatusPageV3AutomationRule('rule', { statusPage, name: 'Outage', firstUpdate: 'We look into it.', lastUpdate: 'It is solved.', tags: ['one'], components: [{ component, targetImpact: 'MAJOR_OUTAGE' }] })
`,
})
