// The service worker that shows notifications of alerts: the texts come encrypted from the service and are shown as they are.

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(event.notification.data.url ?? 'alerts', self.registration.scope).href))
})

/** Shows the page in a tab that is open there, otherwise in a new one. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((client) => client.url === url)
  await (tab === undefined ? self.clients.openWindow(url) : tab.focus())
}
