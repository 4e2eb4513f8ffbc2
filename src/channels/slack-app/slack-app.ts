import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverSlackApp } from './deliver-slack-app.ts'

export const SLACK_APP: ChannelImplementation<'SLACK_APP'> = { deliver: deliverSlackApp }
