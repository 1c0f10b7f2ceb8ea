select report(:blocks);
