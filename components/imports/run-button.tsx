"use client";
/** Imports a file. A full export that would withdraw many records asks first. */
import type { ImportFile } from "@dealflow/contract/account/imports";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import type { FormStatus } from "@/components/ui/forms/form-problem";
import { count, formatCount } from "@/lib/format/counts";

/** A file that lacks more than this share of its source is rather damaged. */
const USUAL_SHARE = 0.2;

interface Props {
  file: ImportFile;
  isBusy: boolean;
  status: FormStatus;
  onRun: () => void;
}

export function RunButton({ file: { inspection, report, isFull }, isBusy, status, onRun }: Props) {
  const [isAsking, setAsking] = useState(false);
  const rows = report === null ? undefined : report.rows.read - report.rows.refused;
  const { withdrawn, sourceRecords } = report ?? { withdrawn: 0, sourceRecords: 0 };
  const asks = withdrawn > sourceRecords * USUAL_SHARE;
  return (
    <>
      <Button
        variant="primary"
        disabled={isBusy || inspection === null || (isFull && report === null)}
        onClick={() => (asks ? setAsking(true) : onRun())}
      >
        {rows === undefined ? "Import" : `Import ${formatCount(rows, "row")}`}
      </Button>
      {isAsking && (
        <ActionDialog
          title={`Withdraw ${formatCount(withdrawn, "record")}?`}
          description={`The file lacks ${count(withdrawn)} of the ${count(sourceRecords)} records of its source. If it is only a part, cancel, and clear “The file is the whole of its source”. Undo of the import brings them back.`}
          action="Import and withdraw"
          status={status}
          onAction={() => {
            setAsking(false);
            onRun();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
