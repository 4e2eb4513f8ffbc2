// Generated from the schemas of src/contract by "npm run generate".
import type { ChannelForm, ChannelType } from '#contract'

export const channelForms: Readonly<Record<ChannelType, ChannelForm>> = {
  EMAIL: {
    start: {"address":""},
    fields: [
      {"path":"address","control":"text","label":"address","isRequired":true},
    ],
  },
  SLACK: {
    start: {"url":"https://hooks.slack.com/"},
    fields: [
      {"path":"url","control":"text","label":"url","isRequired":true},
      {"path":"channel","control":"text","label":"channel","isNullable":true},
    ],
  },
  SLACK_APP: {
    start: {"slackChannels":[]},
    fields: [
      {"path":"slackChannels","control":"list","label":"slackChannels","isRequired":true},
    ],
  },
  WEBHOOK: {
    start: {"url":"https://","method":"POST"},
    fields: [
      {"path":"name","control":"text","label":"name"},
      {"path":"url","control":"text","label":"url","isRequired":true},
      {"path":"method","control":"select","label":"method","options":["GET","POST","PUT","PATCH","HEAD","DELETE"],"default":"POST"},
      {"path":"webhookType","control":"select","label":"webhookType","options":["","WEBHOOK_CORALOGIX","WEBHOOK_DISCORD","WEBHOOK_FIREHYDRANT","WEBHOOK_GITLAB_ALERT","WEBHOOK_ILERT","WEBHOOK_INCIDENTIO","WEBHOOK_MSTEAMS","WEBHOOK_ROOTLY","WEBHOOK_SPIKESH","WEBHOOK_SPLUNK","WEBHOOK_TELEGRAM"],"isNullable":true},
      {"path":"headers","control":"records","label":"headers","parts":[{"name":"key","label":"key"},{"name":"value","label":"value"}]},
      {"path":"queryParameters","control":"records","label":"queryParameters","parts":[{"name":"key","label":"key"},{"name":"value","label":"value"}]},
      {"path":"template","control":"code","label":"template","language":"json","isNullable":true},
      {"path":"webhookSecret","control":"text","label":"webhookSecret","isNullable":true},
    ],
  },
  SMS: {
    start: {"number":""},
    fields: [
      {"path":"number","control":"text","label":"number","isRequired":true},
      {"path":"name","control":"text","label":"name"},
    ],
  },
  PAGERDUTY: {
    start: {"serviceKey":""},
    fields: [
      {"path":"serviceName","control":"text","label":"serviceName"},
      {"path":"serviceKey","control":"text","label":"serviceKey","isRequired":true},
      {"path":"account","control":"text","label":"account"},
    ],
  },
  OPSGENIE: {
    start: {"apiKey":""},
    fields: [
      {"path":"name","control":"text","label":"name"},
      {"path":"apiKey","control":"text","label":"apiKey","isRequired":true},
      {"path":"region","control":"select","label":"region","options":["EU","US"],"default":"US"},
      {"path":"priority","control":"select","label":"priority","options":["P1","P2","P3","P4","P5"],"default":"P3"},
    ],
  },
  CALL: {
    start: {"number":""},
    fields: [
      {"path":"number","control":"text","label":"number","isRequired":true},
      {"path":"name","control":"text","label":"name"},
    ],
  },
  WEB_PUSH: {
    start: {"endpoint":"","name":""},
    fields: [
      {"path":"endpoint","control":"browser","label":"endpoint","isRequired":true},
      {"path":"name","control":"text","label":"name","isRequired":true},
    ],
  },
  ALERTMANAGER: {
    start: {"urls":[]},
    fields: [
      {"path":"name","control":"text","label":"name"},
      {"path":"urls","control":"list","label":"urls","isRequired":true},
      {"path":"username","control":"text","label":"username"},
      {"path":"password","control":"text","label":"password"},
      {"path":"bearerToken","control":"text","label":"bearerToken"},
      {"path":"headers","control":"records","label":"headers","parts":[{"name":"key","label":"key"},{"name":"value","label":"value"}]},
    ],
  },
}

/** The keys of the labels of the fields. */
export type ChannelFieldLabel =
  | 'account'
  | 'address'
  | 'apiKey'
  | 'bearerToken'
  | 'channel'
  | 'endpoint'
  | 'headers'
  | 'method'
  | 'name'
  | 'number'
  | 'password'
  | 'priority'
  | 'queryParameters'
  | 'region'
  | 'serviceKey'
  | 'serviceName'
  | 'slackChannels'
  | 'template'
  | 'url'
  | 'urls'
  | 'username'
  | 'webhookSecret'
  | 'webhookType'

/** The choices of fields. */
export type ChannelFieldChoice =
  | 'DELETE'
  | 'EU'
  | 'GET'
  | 'HEAD'
  | 'P1'
  | 'P2'
  | 'P3'
  | 'P4'
  | 'P5'
  | 'PATCH'
  | 'POST'
  | 'PUT'
  | 'US'
  | 'WEBHOOK_CORALOGIX'
  | 'WEBHOOK_DISCORD'
  | 'WEBHOOK_FIREHYDRANT'
  | 'WEBHOOK_GITLAB_ALERT'
  | 'WEBHOOK_ILERT'
  | 'WEBHOOK_INCIDENTIO'
  | 'WEBHOOK_MSTEAMS'
  | 'WEBHOOK_ROOTLY'
  | 'WEBHOOK_SPIKESH'
  | 'WEBHOOK_SPLUNK'
  | 'WEBHOOK_TELEGRAM'
