-- One enrollment as the enrollment desk decides it: the same locks in the same order, the same rules in the same order.
-- The n-th of tests/bench/enroll/api-subject.ts.
create sequence bench_number minvalue 0 start 0 cache 20;

create function bench_ended(day date, duration text) returns timestamptz language sql stable
  return (day + case duration when 'week' then 7 else 1 end)::timestamp at time zone 'Europe/Amsterdam';

create function bench_enroll(n bigint) returns integer language plpgsql as $$
declare
  p_user constant integer := n % :students + 1;
  p_module constant integer := n / :students + 1;
  p_moment constant integer := (n % :students + n / :students) % :moments + 1;
  student record;
  moment record;
  subject record;
  answer integer;
begin
  perform from "user" where id = p_user for no key update;
  perform from testmoment where id = p_moment for share;

  select id into answer from enrollment
    where user_id = p_user and testmoment_id = p_moment and module_id = p_module;
  if found then return answer; end if;

  select roles, education_department_id into strict student from "user" where id = p_user;
  select t.*, y.active as schoolyear_active into strict moment
    from testmoment t join schoolyear y on y.id = t.schoolyear_id where t.id = p_moment;
  select m.name, m.active, exists (
      select from education_department_module d
      where d.module_id = m.id and d.education_department_id = student.education_department_id
    ) as in_department
    into strict subject from module m where m.id = p_module;

  if not moment.schoolyear_active then raise 'schoolyear-inactive'; end if;
  if bench_ended(moment.date, moment.duration) <= now() then raise 'testmoment-past'; end if;
  if not moment.enrollments_enabled or moment.enrollments_close_at <= now() then raise 'enrollments-closed'; end if;
  if student.roles <> 'ROLE_STUDENT' or not subject.active or not subject.in_department or (
    exists (select from testmoment_module where testmoment_id = p_moment)
    and not exists (select from testmoment_module where testmoment_id = p_moment and module_id = p_module)
  ) then raise 'module-unavailable'; end if;
  if exists (select from completed_module where user_id = p_user and module_id = p_module)
    then raise 'module-completed'; end if;
  if exists (
    select from enrollment e join testmoment t on t.id = e.testmoment_id join schoolyear y on y.id = t.schoolyear_id
    where e.user_id = p_user and e.module_id = p_module and e.testmoment_id <> p_moment
      and y.active and bench_ended(t.date, t.duration) > now()
  ) then raise 'existing-enrollment'; end if;
  if moment.max_enrollments > 0 and moment.max_enrollments <=
    (select count(*) from enrollment where user_id = p_user and testmoment_id = p_moment)
    then raise 'no-slots-left'; end if;

  insert into enrollment (user_id, testmoment_id, module_id, created_at)
    values (p_user, p_moment, p_module, now()) returning id into answer;
  return answer;
end $$;
