import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import "./side-drawer.css";

interface Props {
  title: string;
  /** "the source", "the facts": what its close button closes. */
  what: string;
  wide?: boolean;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the side of the page. Composed from parts: the ready-made head is a second banner beside the page's own. */
export function SideDrawer({ title, what, wide, opened, onClose, children }: Props) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={wide ? "min(60rem, 100%)" : "min(36rem, 100%)"}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Body>
          <div className="row spread side-drawer-head">
            <Drawer.Title>{title}</Drawer.Title>
            <Drawer.CloseButton aria-label={`Close ${what}`} />
          </div>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
