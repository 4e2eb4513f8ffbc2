// Puts times into the zone of the reader, says what a day of a strip was like, loads an unused page again. Pages are
// complete without it.
{
  const { lang } = document.documentElement
  const locale = navigator.languages.find((one) => one.split('-')[0] === lang.split('-')[0]) ?? lang
  const day = { day: 'numeric', month: 'short', year: 'numeric' }
  const moment = new Intl.DateTimeFormat(locale, {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  for (const time of document.querySelectorAll('time')) {
    const { to } = time.dataset
    const from = new Date(time.dateTime)
    time.textContent = to ? moment.formatRange(from, new Date(to)) : moment.format(from)
  }
  for (const zone of document.querySelectorAll('[data-zone]'))
    zone.textContent = moment.resolvedOptions().timeZone.replaceAll('_', ' ')

  // How old a copy is: nobody writes it any more when the service is down.
  for (const age of document.querySelectorAll('[data-age]')) {
    const minutes = Math.max(0, Math.round((Date.now() - Date.parse(age.dataset.age)) / 60000))
    const [size, unit] = minutes < 120 ? [1, 'minute'] : minutes < 2880 ? [60, 'hour'] : [1440, 'day']
    age.textContent = ` (${new Intl.RelativeTimeFormat(locale).format(-Math.round(minutes / size), unit)})`
  }

  // Loads the page again, but not while somebody uses it.
  const refreshMs = document.body.dataset.refresh * 1000
  let usedAt = Date.now()
  for (const use of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'])
    document.addEventListener(use, () => (usedAt = Date.now()), { passive: true })
  const reload = () => {
    if (!document.hidden && Date.now() - usedAt >= refreshMs) location.reload()
  }
  if (refreshMs > 0) {
    setInterval(reload, 5000)
    document.addEventListener('visibilitychange', reload)
  }

  // Events below the days of the reader on which they began; the page has those of UTC, in the same order.
  const localDay = new Intl.DateTimeFormat(locale, day)
  let open
  let openName
  for (const event of document.querySelectorAll('.past')) {
    const name = localDay.format(Date.parse(event.querySelector('time').dateTime))
    let section = event.parentElement
    if (name === openName) {
      if (section !== open) open.append(event)
      if (!section.querySelector('.past')) section.remove()
      continue
    }
    const heading = section.firstElementChild
    if (event.previousElementSibling !== heading) {
      const own = heading.cloneNode()
      own.id += '-'
      const rest = [...section.children].slice([...section.children].indexOf(event))
      const next = section.cloneNode()
      next.setAttribute('aria-labelledby', own.id)
      next.append(own, ...rest)
      section.after(next)
      section = next
    }
    section.firstElementChild.textContent = openName = name
    open = section
  }
  const date = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
  const tip = document.createElement('span')
  tip.className = 'tip'
  const texts = document.querySelector('main')?.dataset ?? {}

  const lookAt = (picture, index) => {
    const at = index * 8
    const found = [...picture.children].filter((path) =>
      [...path.getAttribute('d').matchAll(/M(\d+) 12h(\d+)/g)].some(
        ([, from, width]) => at >= +from && at < +from + +width,
      ),
    )
    return found.at(-1)?.getAttribute('class')
  }
  const point = (event) => {
    const strip = event.target.closest?.('.days')
    if (!strip || event.target.closest('a')) return tip.remove()
    const image = strip.firstElementChild
    const picture = document.querySelector(image.firstElementChild.getAttribute('href'))
    const count = picture.getAttribute('viewBox').split(' ')[2] / 8
    const { left, width } = image.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * count)
    const text = texts[lookAt(picture, index)]
    if (!text) return tip.remove()
    tip.textContent = `${date.format(Date.parse(picture.parentElement.dataset.first) + index * 86400000)}: ${text}`
    tip.style.setProperty('--x', `${((index + 0.5) / count) * 100}%`)
    strip.append(tip)
  }
  document.addEventListener('pointermove', point)
  document.addEventListener('pointerdown', point)
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.days a')
    if (event.pointerType !== 'touch' || !link || link.dataset.seen) return
    event.preventDefault()
    link.dataset.seen = 'yes'
    link.focus()
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    tip.remove()
    if (document.activeElement?.closest('.days')) document.activeElement.blur()
  })
}
