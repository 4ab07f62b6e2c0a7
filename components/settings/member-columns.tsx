import type { Member } from "@dealflow/contract/account/people";
import { actionsColumn, column, type SimpleColumn } from "@/components/data-table/simple-table";
import { dayColumn } from "@/components/shell/when";
import { Button } from "@/components/ui/button";

interface Options {
  person: string;
  /** A workspace keeps at least one owner. */
  owners: number;
  /** The element with this id tells why this person may change nothing; it is undefined when they may. */
  why: string | undefined;
  /** The element with this id is the note at the only owner. */
  onlyOwner: string;
  busy: boolean;
  onRole: (member: Member) => void;
  onRemove: (member: Member) => void;
}

export function memberColumns(options: Options): readonly SimpleColumn<Member>[] {
  const { person, owners, why, onlyOwner, busy, onRole, onRemove } = options;
  const isLast = ({ role }: Member) => role === "owner" && owners === 1;
  return [
    column("name", "Name", { className: "tablet:w-1/3 tablet:max-w-0 truncate" }, (row) => (
      <span className="flex items-baseline" title={row.name}>
        <span className="truncate">{row.name}</span>
        {row.id === person && <Aside>you</Aside>}
      </span>
    )),
    column("email", "Email", { line: true, className: "tablet:w-1/3 tablet:max-w-0 tablet:truncate" }, (row) => (
      <span title={row.email}>{row.email}</span>
    )),
    column("role", "Role", {}, (row) => (
      <>
        {row.role === "owner" ? "Owner" : "Member"}
        {isLast(row) && <Aside id={onlyOwner}>only owner</Aside>}
      </>
    )),
    dayColumn("joined", "Joined", ({ joinedAt }) => joinedAt),
    actionsColumn((member) => {
      const owner = member.role === "owner";
      return (
        <>
          <Button
            variant="quiet"
            aria-label={owner ? `Make ${member.name} a member` : `Make ${member.name} an owner`}
            disabled={why !== undefined || isLast(member) || busy}
            aria-describedby={why ?? (isLast(member) ? onlyOwner : undefined)}
            title={isLast(member) ? "Make someone else an owner first" : undefined}
            onClick={() => onRole(member)}
          >
            {owner ? "Make member" : "Make owner"}
          </Button>
          {member.id !== person && (
            <Button
              variant="quiet"
              aria-label={`Remove ${member.name}`}
              disabled={why !== undefined || isLast(member)}
              aria-describedby={why}
              onClick={() => onRemove(member)}
            >
              Remove
            </Button>
          )}
        </>
      );
    }),
  ];
}

/** Shows a note after a value. */
export function Aside({ id, children }: { id?: string; children: string }) {
  return (
    <span id={id} className="ml-2 text-12 font-regular text-text-2">
      {children}
    </span>
  );
}
