/** Removes the bitmaps of the events: totals are counted from the columns in memory. */
export const sql = `
drop trigger funding_events_totals_added on funding_events;
drop trigger funding_events_totals_removed on funding_events;
drop trigger funding_events_totals_changed on funding_events;
drop trigger acquisitions_totals_added on acquisitions;
drop trigger acquisitions_totals_removed on acquisitions;
drop trigger acquisitions_totals_changed on acquisitions;
drop function count_added, count_removed, count_changed;
drop table event_bitmaps;
drop aggregate bits_at(integer, integer);
drop function instant_number, amount_number;
alter table funding_events drop column place;
alter table acquisitions drop column place;
drop sequence funding_event_places, acquisition_places;
`;
