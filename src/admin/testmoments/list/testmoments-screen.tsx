import { Link, useNavigate } from '@tanstack/react-router'
import { EmptyList, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { TitleSchoolyear } from '#src/parts/schoolyears.tsx'
import { ScreenTabs } from '#src/parts/screen-tabs.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { YearCalendar } from '../calendar/year-calendar.tsx'
import type { TestmomentsOverview, TestmomentsSearch } from './load-testmoments.ts'
import styles from './testmoments.module.css'
import { testmomentsTexts as texts } from './testmoments.texts.ts'
import { YearTestmoments } from './year-testmoments.tsx'

export function TestmomentsScreen({ overview }: { overview: TestmomentsOverview }) {
  const navigate = useNavigate()
  const { schoolyears, active, chosen, lists, calendar } = overview
  const view = overview.view && { view: overview.view }
  const choose = (schoolyear: number) =>
    navigate({ to: '/admin/testmoments', search: { schoolyear, ...view }, replace: true })
  const about = (
    <>
      {active ? (
        <span>
          Actief schooljaar: <strong translate="no">{active.name}</strong>
        </span>
      ) : (
        <StatusLine tone="warning">{texts.noneActive}</StatusLine>
      )}
      <Link to="/admin/schoolyears">Schooljaren beheren</Link>
    </>
  )
  return (
    <div className={styles.screen} data-layout="stack 2" data-room="wide">
      {schoolyears.length === 0 ? (
        <EmptyList action={<ScreenLink to="/admin/schoolyears">{texts.toSchoolyears}</ScreenLink>}>
          {texts.noSchoolyears}
        </EmptyList>
      ) : (
        chosen && (
          <TitleSchoolyear label={texts.ofSchoolyear} schoolyears={schoolyears} chosen={chosen} onChoose={choose}>
            <Views />
          </TitleSchoolyear>
        )
      )}
      {!(chosen && lists) && <p data-layout="row 0 x4">{about}</p>}
      {chosen && lists && (
        <YearTestmoments key={chosen.id} year={chosen} lists={lists} about={about} hasOthers={schoolyears.length > 1} />
      )}
      {chosen && calendar && <YearCalendar key={chosen.id} year={chosen} {...calendar} empty={texts.noMoments} />}
    </div>
  )
}

/** Tabs for two views of the year's moments, table and calendar; each has its own address. */
const Views = () => (
  <ScreenTabs label="Weergave">
    <Link to="/admin/testmoments" search={({ view, ...rest }: TestmomentsSearch) => rest} activeOptions={exact}>
      Tabel
    </Link>
    <Link
      to="/admin/testmoments"
      search={({ schoolyear }: TestmomentsSearch): TestmomentsSearch => ({
        ...(schoolyear && { schoolyear }),
        view: 'calendar',
      })}
      activeOptions={exact}
    >
      Kalender
    </Link>
  </ScreenTabs>
)

const exact = { exact: true }
